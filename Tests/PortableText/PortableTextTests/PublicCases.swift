import Foundation
import TestSupport
import Testing

/// The public cases of `testdata/portable-text`: documents, and their HTML except for one that must only render.
struct PublicCase: Sendable, CustomTestStringConvertible {
    let name: String
    let input: Data
    let output: String?

    var testDescription: String { name }

    static let all: [PublicCase] = {
        let folder = TestData.url("portable-text")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { try? PublicCase(file: $0) }
    }()

    private init(file: String) throws {
        struct Members: Decodable {
            var output: String?
        }
        let data = try TestData.data("portable-text/\(file)")
        name = String(file.dropLast(".json".count))
        output = try JSONDecoder().decode(Members.self, from: data).output
        let whole = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        input = try JSONSerialization.data(withJSONObject: whole?["input"] ?? [], options: .fragmentsAllowed)
    }
}
