import ProcessTestSupport
import FailureModel
import FormModel
import FormImport
import Foundation
import Portfolio
import PortfolioInputs
import TestSupport
import TestTraits
import Testing

@Suite("PDFs of portfolios", .blocking, .timeLimit(.minutes(30))) struct DocumentTests {
    private func pdf(pages: Int, _ text: String = "Experience at the harbour") -> Data {
        var builder = PDFBuilder()
        for page in 0..<pages {
            var content = PDFBuilder.Page(width: 300, height: 400)
            content.text("\(text) \(page + 1)", x: 40, y: 60, size: 20)
            _ = builder.add(content)
        }
        return builder.data()
    }

    @Test("pages, text and pictures of the first pages")
    func pages() async throws {
        let analysed = try await Analysed(pdf(pages: 2))
        let analysis = try analysed.analysis()
        #expect(analysis.type == .document && analysis.pages == 2 && analysis.mediaType == "application/pdf")
        #expect(
            analysis.text?.contains("Experience at the harbour 1") == true
                && analysis.text?.contains("harbour 2") == true)
        #expect(
            analysis.renditions.map(\.name) == ["high", "medium", "thumb"].flatMap { q in ["p01-\(q).jpg"] } + [
                "p02-high.jpg", "p02-medium.jpg", "p02-thumb.jpg",
            ])
        let high = try ColourPicture(try #require(analysed.files["p01-high.jpg"]))
        #expect(high.height == 2_048 && abs(high.width - 1_536) <= 1)
        #expect(analysis.picture?.width == high.width && analysis.renditions[3].page == 1)
        #expect(try await Analysed(pdf(pages: 2)).files == analysed.files)
    }

    @Test("pictures are made of 20 pages; the text of all counts")
    func many() async throws {
        let analysis = try await Analysed(pdf(pages: 23)).analysis()
        #expect(
            analysis.pages == 23 && analysis.renditions.count == 60 && analysis.text?.contains("harbour 23") == true)
    }

    @Test("a scan is recognised")
    func scan() async throws {
        let analysis = try await Analysed(try TestData.data("forms/irs-4547.scan.pdf")).analysis()
        #expect(analysis.text?.contains("Trump Account") == true, "\(analysis.text?.prefix(200) ?? "")")
    }

    @Test("what needs a password, is cut short or is no PDF behind its first bytes is refused")
    func refused() async throws {
        let whole = pdf(pages: 3)
        #expect(try await Analysed(whole.prefix(whole.count / 2)).code == .damagedDocument)
        #expect(try await Analysed(Data("%PDF-1.7\nstartxref\n".utf8)).code == .damagedDocument)
        let folder = try TemporaryFolder()
        let (plain, locked) = (try folder.write(whole, "plain.pdf"), folder.file("locked.pdf"))
        let qpdf = ChildProcess()
        qpdf.executableURL = URL(fileURLWithPath: "/usr/bin/qpdf")
        qpdf.arguments = ["--encrypt", "secret", "secret", "256", "--", plain.path, locked.path]
        try qpdf.run()
        qpdf.waitUntilExit()
        #expect(try await Analysed(try Data(contentsOf: locked)).code == .encrypted)
    }
}
