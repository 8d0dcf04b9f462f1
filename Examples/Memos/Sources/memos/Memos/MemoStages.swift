import FailureModel
import Foundation
import Pipeline

/// Publishes `count.txt` and the fact `words`.
struct CountStage: Stage {
    let name: StageName = "count"
    let fingerprint: String? = "1"

    func run(_ context: StageContext) async throws -> StageOutcome {
        guard let text = String(bytes: try context.original(), encoding: .utf8) else {
            return .fail(Failure(.memoNotText, "The memo is not UTF-8 text."))
        }
        let words = String(text.split(whereSeparator: \.isWhitespace).count)
        let count = try context.put(Data("\(words)\n".utf8), named: "count.txt", mediaType: "text/plain")
        return .done([count], facts: ["words": words])
    }
}

/// Publishes `memo.txt` from the original, the count and the input `signature`.
struct ShoutStage: Stage {
    let name: StageName = "shout"
    let needs: Set<StageName> = ["count"]
    let separator: String

    func run(_ context: StageContext) async throws -> StageOutcome {
        let parts = [
            try context.original(), try context.bytes(of: "count.txt", from: "count"),
            try context.bytes(of: "signature", from: .inputs),
        ]
        let text = parts.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines).uppercased() }
            .joined(separator: " \(separator) ")
        let memo = try context.put(Data("\(text)\n".utf8), named: "memo.txt", mediaType: "text/plain")
        return .done([memo])
    }
}
