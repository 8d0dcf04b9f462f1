import FailureModel
import FormsDomain
import Foundation
import Testing

@Suite("Details of cases") struct CaseDetailsTests {
    private static func code(_ client: String = "", _ tags: [String] = [], _ notes: String = "") -> ErrorCode? {
        do throws(Failure) {
            _ = try CaseDetails(client: client, tags: tags, notes: notes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("white space around texts, empty tags and repeated tags are left out")
    func cleaning() throws {
        let details = try CaseDetails(
            client: "  Ada Lovelace\n", tags: [" Appeal ", "", "appeal", "Äpfel", "apfel", "2026"],
            notes: "\r\nfirst\r\nsecond\rthird\n")
        #expect(details.client == "Ada Lovelace")
        #expect(details.tags == ["Appeal", "Äpfel", "2026"])
        #expect(details.notes == "first\nsecond\nthird")
    }

    @Test("texts up to the limits are taken, and longer ones are refused")
    func limits() {
        #expect(Self.code(String(repeating: "ä", count: 200)) == nil)
        #expect(Self.code(String(repeating: "ä", count: 201)) == .invalidCase)
        #expect(Self.code("", (0..<20).map { "tag \($0)" }) == nil)
        #expect(Self.code("", (0..<21).map { "tag \($0)" }) == .invalidCase)
        #expect(Self.code("", Array(repeating: "x", count: 10_000)) == .invalidCase)
        #expect(Self.code("", [String(repeating: "t", count: 51)]) == .invalidCase)
        #expect(Self.code("", [], String(repeating: "n", count: 10_000)) == nil)
        #expect(Self.code("", [], String(repeating: "n", count: 10_001)) == .invalidCase)
        // One character may have any number of combining marks.
        #expect(Self.code("a" + String(repeating: "\u{301}", count: 5_000)) == .invalidCase)
    }

    @Test(
        "control characters are refused, also those of the writing direction",
        arguments: ["a\u{0}b", "a\u{202E}b", "a\u{1B}[0m", "a\u{2066}b", "a\u{7F}b"])
    func controls(_ text: String) {
        #expect(Self.code(text) == .invalidCase)
        #expect(Self.code("", [text]) == .invalidCase)
        #expect(Self.code("", [], text) == .invalidCase)
    }

    @Test("a client and a tag are one line, and a tag has no comma")
    func lines() {
        #expect(Self.code("a\nb") == .invalidCase)
        #expect(Self.code("", ["a\u{2028}b"]) == .invalidCase)
        #expect(Self.code("", ["a,b"]) == .invalidCase)
        #expect(Self.code("", [], "a\n\tb") == nil)
    }
}
