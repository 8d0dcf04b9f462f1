import FailureModel
import Foundation
import Portfolio
import PortfolioService
import TestSupport
import Testing

/// Requests that nobody would send, before any of it is stored.
///
/// `FORMWRIGHT_FUZZ=N` decodes N of them, `FORMWRIGHT_SEED=N` repeats a run.
@Suite("Fuzzed requests for portfolios", .timeLimit(.minutes(30))) struct PortfolioFuzzTests {
    private static let count = ProcessInfo.processInfo.environment["FORMWRIGHT_FUZZ"].flatMap { Int($0) } ?? 2_000
    private static let seed =
        ProcessInfo.processInfo.environment["FORMWRIGHT_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)

    private static let sample = """
        {"user_id": "u", "title": "Ada \\u00e4 \\ud83d\\ude00", "subtitle": "S", "category": "Tech", "inputs": [
        {"type": "file", "file_path": "/uploads/0b9d6f0e-5f0f-4a51-9d0b-1b5c7f8a9e00", "title": "A"},
        {"type": "url", "url": "https://example.org", "description": null}, {"type": "text", "text": "T"}]}
        """

    private static let pieces = [
        "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "1e999", "-0", "\\u0000", "\\ud800", "\u{FFFF}", "\u{0}", " ",
        "\"inputs\"", "\"type\"", "true", "[[[[[[[[[[[[[[[[", "\"url\": 5", "99999999999999999999",
    ]

    @Test("millions of empty inputs are refused by their number, before they are decoded", .timeLimit(.minutes(30)))
    func count() throws {
        let body =
            Data("{\"inputs\":[".utf8) + Data(String(repeating: "{},", count: 1_000_000).utf8) + Data("{}]}".utf8)
        #expect { try GenerateBody.decode(body) } throws: { ($0 as? Failure)?.code == .tooManyInputs }
        // Brackets in a text are no objects.
        let text = String(repeating: "{[\\\"", count: 3_000)
        let request = try GenerateBody.decode(
            Data(
                "{\"user_id\":\"u\",\"title\":\"t\",\"subtitle\":\"\",\"category\":\"\",\"inputs\":[{\"type\":\"text\",\"text\":\"\(text)\"}]}"
                    .utf8))
        #expect(request.inputs.count == 1)
    }

    @Test("every body is a request or has an error of the contract")
    func decode() {
        let expected: Set<ErrorCode> = [.malformedPortfolio, .tooManyInputs, .textTooLong]
        var source = SeededGenerator(seed: Self.seed)
        var decoded = 0
        for number in 0..<Self.count {
            var body = Array(Self.sample.utf8)
            for _ in 0..<Int.random(in: 0...4, using: &source) {
                let place = Int.random(in: 0...body.count, using: &source)
                switch Int.random(in: 0..<4, using: &source) {
                case 0: body.removeSubrange(place..<min(body.count, place + Int.random(in: 0...20, using: &source)))
                case 1: body.insert(contentsOf: (Self.pieces.randomElement(using: &source) ?? "").utf8, at: place)
                case 2 where place < body.count: body[place] = UInt8.random(in: 0...255, using: &source)
                default: body.insert(contentsOf: body[place..<min(body.count, place + 30)], at: place)
                }
            }
            do throws(Failure) {
                _ = try GenerateBody.decode(Data(body))
                decoded += 1
            } catch {
                #expect(
                    expected.contains(error.code),
                    "seed \(Self.seed), body \(number): \(String(decoding: body, as: UTF8.self))")
            }
        }
        #expect(decoded > 0 && decoded < Self.count, "seed \(Self.seed)")
    }
}
