import FailureModel
import FormImport
import Foundation
import Portfolio
import PortfolioInputs
import Testing

@Suite("Texts of portfolios", .timeLimit(.minutes(30))) struct InputTextTests {
    @Test("line ends become line feeds, and a byte order mark is left out")
    func lines() async throws {
        let analysed = try await Analysed(Data("\u{FEFF}About\r\nI build\rthings.\n".utf8))
        let analysis = try analysed.analysis()
        #expect(analysis.type == .text && analysis.mediaType == "text/plain")
        #expect(analysis.text == "About\nI build\nthings.\n" && analysis.renditions.isEmpty)
        #expect(Set(analysed.files.keys) == ["analysis.json"])
    }

    @Test("50,000 characters are read, one more is not; nor are other bytes, and blanks alone")
    func limits() async throws {
        #expect(try await Analysed(Data(String(repeating: "é", count: 50_000).utf8)).analysis().text?.count == 50_000)
        #expect(try await Analysed(Data(String(repeating: "é", count: 50_001).utf8)).code == .textTooLong)
        let head = String(repeating: "a", count: 5_000)
        #expect(try await Analysed(Data((head + "\0").utf8)).code == .damagedDocument)
        #expect(try await Analysed(Data(head.utf8) + Data([0xE9])).code == .damagedDocument)
        #expect(try await Analysed(Data(" \n \n".utf8)).code == .inputEmpty)
        // A letter with a million accents is one character.
        let accents = "e" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(try await Analysed(Data(accents.utf8)).code == .textTooLong)
    }
}
