import PortfolioDomain
import FailureModel
import Foundation
import Portfolio
import PortfolioBook
import Testing

@Suite("Reports of portfolios") struct PortfolioReportTests {
    @Test("name every input as it was dropped, and captions without their pictures")
    func names() throws {
        let manifest = PortfolioManifest(
            title: "Ada", category: "Desing",
            inputs: [
                .init(.failed(code: "input_empty", message: "The file is empty."), name: "empty.jpg"),
                .init(.file(part: 0, content: "1"), name: "a.jpg"), .init(.file(part: 1, content: "2"), name: "b.jpg"),
                .init(.file(part: 2, content: "3"), name: "wall.jpg.txt"),
                .init(.file(part: 3, content: "4"), name: "omitted.jpg.txt"), .init(.link("ftp://x")),
            ])
        let picture = InputAnalysis(type: .picture, mediaType: "image/jpeg")
        let text = InputAnalysis(type: .text, mediaType: "text/plain", text: "Red.")
        let contents = PortfolioContents(
            manifest, parts: [.analysed(picture), .analysed(picture), .analysed(text), .analysed(text)])
        let json = #"""
            {"pages": 2, "size": 1, "ppi": 220, "quality": 88, "pictures": [{"input": 1, "input_page": 0, "page": 2}],
             "warnings": [{"code": "low_resolution", "input": 1, "page": 2, "ppi": 90}]}
            """#
        let book = try JSONDecoder().decode(PortfolioBookReport.self, from: Data(json.utf8))
        let arrangement = Arrangement(
            cover: 1, sections: [],
            leftOut: [.init(input: 2, reason: "near_duplicate", of: 1), .init(input: 4, reason: "omitted")])
        let report = PortfolioReport(contents, arrangement, book: book, warnings: ["The assistant took too long."])
        #expect(report.inputs == 6 && report.failures.map(\.name) == ["empty.jpg", "ftp://x"])
        #expect(report.leftOut.map(\.name) == ["b.jpg", "omitted.jpg.txt"])
        #expect(report.leftOut.map(\.ofName) == ["a.jpg", nil])
        #expect(report.book.pictures.map(\.name) == ["a.jpg"] && report.book.warnings.map(\.name) == ["a.jpg"])
        #expect(report.warnings.count == 3 && report.warnings[1].contains("“wall.jpg”, which is not in the folder"))
        #expect(report.warnings[0].contains("perhaps “Design” is meant"))
        let encoded = try JSONEncoder().encode(report)
        #expect(String(decoding: encoded, as: UTF8.self).contains(#""of_name":"a.jpg""#))
        #expect(try JSONDecoder().decode(PortfolioReport.self, from: encoded) == report)
    }
}
