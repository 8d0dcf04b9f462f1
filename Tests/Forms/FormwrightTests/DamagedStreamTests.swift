import FailureModel
import FormModel
import FormFilling
import Formwright
import Foundation
import TestSupport
import Testing

/// Forms whose streams are damaged, by every way in which a document is written.
@Suite("Damaged streams") struct DamagedStreamTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func form(lengthError: Int, isFlat: Bool = false) -> Data {
        var builder = PDFBuilder()
        builder.lengthError = lengthError
        for number in 1...2 {
            var page = PDFBuilder.Page()
            page.text("Printed \(number)", x: 60, y: 40)
            if isFlat { page.text("Name: ______________________________", x: 60, y: 90, size: 12) }
            builder.add(
                page,
                widgets: number > 1 || isFlat
                    ? [] : [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)")])
        }
        return builder.data()
    }

    @Test("pages keep what they print where the length of their content is wrong", arguments: [-3, 3, 9_000])
    func kept(_ error: Int) async throws {
        let data = form(lengthError: error)
        let file = try folder.write(data, "form.pdf")
        let form = try await Form(contentsOf: file)
        var written: [String: Data] = [:]
        written["fill"] = try await form.fill(["name": "Ada"]).data
        for (name, options) in [
            ("keep-editable", ComposeOptions(keepsFields: true)), ("incremental", ComposeOptions(isIncremental: true)),
        ] {
            written[name] = try await form.fill(["name": "Ada"], options: options).data
        }
        written["flatten"] = try await FlattenedForm(contentsOf: file).data
        let flat = try await Form(data: self.form(lengthError: error, isFlat: true), fileName: "flat.pdf")
        written["fillable"] = try await flat.fillable()
        let all = folder.file("all.pdf")
        let rows = try RowsFile(data: Data("name\nAda\nGrace\n".utf8), name: "rows.csv", folder: nil).rows()
        _ = try await Batch(form: form, destination: .merged(all)).run(rows)
        written["merge"] = try Data(contentsOf: all)
        for (name, pdf) in written {
            let pages = try RenderedPages(pdf)
            #expect(try pages.text(0).contains("Printed 1") && pages.text(1).contains("Printed 2"), "\(name)")
        }
        #expect(written["incremental"]?.starts(with: data) == true)
        let second = try await PDFPages(data, PageSelection("2")).pdf()
        #expect(try RenderedPages(second).text(0) == "Printed 2")
    }

    @Test("content that cannot be repaired is refused, with its page")
    func refused() async throws {
        let text = String(decoding: form(lengthError: 0), as: UTF8.self)
        let last = try #require(text.range(of: ">>\nstream", options: .backwards))
        let data = Data(text.replacingCharacters(in: last, with: ">>\nstraem").utf8)
        await #expect {
            try await Form(data: data, fileName: "form.pdf")
        } throws: {
            let failure = $0 as? Failure
            return failure?.code == .damagedDocument && failure?.message.contains("page 2 of form.pdf") == true
        }
    }

    @Test("a list of contents within itself is refused, with its page")
    func cyclicContents() async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Printed", x: 60, y: 40)
        builder.add(page)
        let list = builder.add("[ 9999 0 R ]")
        let text = String(decoding: builder.data(), as: UTF8.self)
        let contents = try #require(text.firstMatch(of: #/\/Contents \d+ 0 R/#))
        let data = Data(
            text.replacing("9999 0 R", with: "\(list) 0 R").replacing(contents.output, with: "/Contents \(list) 0 R")
                .utf8)
        await #expect {
            try await Form(data: data, fileName: "form.pdf")
        } throws: {
            let failure = $0 as? Failure
            return failure?.code == .damagedDocument && failure?.message.contains("page 1 of form.pdf") == true
        }
    }

    @Test("content that cannot be decoded is copied as it is, also in a tagged document")
    func undecodable() async throws {
        var builder = PDFBuilder()
        let page = builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name) /StructParent 1")
            ])
        let tree = builder.add(
            "<< /Type /StructTreeRoot /K [] /ParentTreeNextKey 2 /ParentTree << /Nums [0 [] 1 \(page) 0 R] >> >>")
        builder.catalogueEntries = "/MarkInfo << /Marked true >> /StructTreeRoot \(tree) 0 R"
        let text = String(decoding: builder.data(), as: UTF8.self)
        let data = Data(text.replacing(">>\nstream", with: "/Filter /FlateDecode >>\nstream").utf8)
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["name": "Ada"])
        #expect(filled.data.range(of: Data(" cm\nQ\n".utf8)) != nil)
        #expect(try RenderedPages(filled.data).text(0).contains("Ada"))
    }
}
