import FailureModel
import FormModel
import Formwright
import FormFilling
import Foundation
import TestTraits
import Testing
import TestSupport

@Suite("Font sizes", .blocking) struct FontSizeTests {
    /// A form of three rows with two boxes each, one row being somewhat lower than the others.
    private func table() -> Data {
        var builder = PDFBuilder()
        var widgets: [PDFBuilder.Widget] = []
        for (row, height) in [14.0, 12.5, 14.0].enumerated() {
            for column in 0..<2 {
                widgets.append(
                    .init(
                        x: 60 + Double(column) * 150, y: 100 + Double(row) * 20, width: 140, height: height,
                        "/FT /Tx /T (r\(row)c\(column))"))
            }
        }
        builder.add(PDFBuilder.Page(), widgets: widgets)
        return builder.data()
    }

    private func sizes(_ filled: FilledForm) -> [String: Double] {
        Dictionary(
            uniqueKeysWithValues: filled.report.filled.compactMap { entry in
                entry.fontSize.map { (entry.name, $0) }
            })
    }

    @Test("the fields of rows and columns share one size, and only a value that needs it is smaller")
    func sharedSize() async throws {
        let form = try await Form(data: table(), fileName: "a.pdf")
        let long = "Llanfairpwllgwyngyllgogerychwyrnd"
        var values = Dictionary(uniqueKeysWithValues: form.fields.map { ($0.name, FieldValue.text("Ely")) })
        values["r2c1"] = .text(long)
        let filled = try await form.fill(values)
        let sizes = sizes(filled)
        #expect(Set(sizes.filter { $0.key != "r2c1" }.values).count == 1)
        let small = try #require(sizes["r2c1"])
        #expect(small < sizes["r0c0"] ?? 0)
        let word = try #require(try RenderedPages(filled.data).words(0).first { $0.text.hasSuffix(long) })
        #expect(word.region.right <= 350)
    }

    @Test("the sizes of a form do not depend on which of its fields are filled")
    func sizesOfTheForm() async throws {
        let form = try await Form(data: table(), fileName: "a.pdf")
        let all = try await form.fill(Dictionary(uniqueKeysWithValues: form.fields.map { ($0.name, "Ely") }))
        for name in form.fields.map(\.name) {
            #expect(try await sizes(form.fill([name: "Ely"]))[name] == sizes(all)[name])
        }
    }

    @Test("a size and a colour that are asked for go before those of the form")
    func sizeOnDemand() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 60, width: 200, height: 30, "/FT /Tx /T (high) /DA (/Helv 9 Tf 0 g)"),
                .init(x: 60, y: 100, width: 200, height: 12, "/FT /Tx /T (low)"),
            ])
        let data = builder.data()
        let form = try await Form(data: data, fileName: "a.pdf")
        let options = ComposeOptions(fontSize: 16, color: TextColor("#f00"))
        let filled = try await form.fill(["high": "HHH", "low": "HHH"], options: options)
        #expect(sizes(filled)["high"] == 16)
        let low = try #require(sizes(filled)["low"])
        #expect(low <= 11)
        let plain = try await form.fill(["high": "HHH"])
        #expect(sizes(plain)["high"] == 9)
        let folder = try TemporaryFolder()
        func operators(_ data: Data) throws -> String {
            let file = try folder.write(data, "filled.pdf")
            let plain = try Program.run("qpdf", ["--qdf", "--object-streams=disable", file.path, "-"])
            return String(decoding: plain, as: UTF8.self)
        }
        #expect(try operators(filled.data).contains("1 0 0 rg"))
        #expect(try !operators(plain.data).contains("1 0 0 rg"))
        #expect(TextColor("#f00") == TextColor("#ff0000") && TextColor("reddish") == nil && TextColor("#12") == nil)
    }

    @Test("one line is in the middle of a high box, and text of several lines begins at its head")
    func verticalPlace() async throws {
        var builder = PDFBuilder()
        let (line, lines) = (
            Region(x: 60, y: 60, width: 200, height: 80), Region(x: 60, y: 200, width: 200, height: 80)
        )
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: line.x, y: line.y, width: line.width, height: line.height, "/FT /Tx /T (line)"),
                .init(x: lines.x, y: lines.y, width: lines.width, height: lines.height, "/FT /Tx /Ff 4096 /T (lines)"),
            ])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        let filled = try await form.fill(["line": "Xxx", "lines": "Yyy"])
        let words = try RenderedPages(filled.data).words(0)
        let middle = try #require(words.first { $0.text == "Xxx" })
        #expect(abs(middle.region.midY - line.midY) < 2)
        let head = try #require(words.first { $0.text == "Yyy" })
        #expect(head.region.top < lines.top + 6)
    }

    @Test("a value too long for one line takes several in a high box rather than the smallest print")
    func highBox() async throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page(), widgets: [.init(x: 60, y: 60, width: 120, height: 60, "/FT /Tx /T (a)")])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        let filled = try await form.fill(["a": "The applicant has lived at this address since spring"])
        #expect(filled.report.filled[0].fontSize == 11)
    }
}
