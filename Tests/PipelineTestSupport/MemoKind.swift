import FailureModel
import Foundation
public import Pipeline

/// A kind of content that has nothing to do with forms: a memo is a text; its analysis counts the words, its fill
/// appends a signature and shouts. It shows that the runner is generic.
public enum MemoKind {
    public static let kind = ContentKind(
        "memo", processing: [ContentKind.PlannedStage(Count())], filling: [ContentKind.PlannedStage(Shout())])

    /// Publishes `count.txt` and the fact `words`.
    public struct Count: Stage {
        public let name: StageName = "count"
        public let fingerprint: String? = "1"

        public init() {}

        public func run(_ context: StageContext) async throws -> StageOutcome {
            guard let text = String(bytes: try context.original(), encoding: .utf8) else {
                return .fail(Failure("not_text", "The memo is not UTF-8 text."))
            }
            let words = String(text.split(whereSeparator: \.isWhitespace).count)
            let artefact = try context.put(Data(words.utf8), named: "count.txt", mediaType: "text/plain")
            return .done([artefact], facts: ["words": words])
        }
    }

    /// Publishes `memo.txt` from the original, the input `signature` and the count.
    public struct Shout: Stage {
        public let name: StageName = "shout"

        public init() {}

        public func run(_ context: StageContext) async throws -> StageOutcome {
            let parts = [
                try context.original(), try context.bytes(of: "signature", from: .inputs),
                try context.bytes(of: "count.txt", from: "count"),
            ]
            let text = parts.map { String(decoding: $0, as: UTF8.self).uppercased() }.joined(separator: " — ")
            let output = try context.put(Data(text.utf8), named: "memo.txt", mediaType: "text/plain")
            return .done([output])
        }
    }
}

/// A stage that does what a test says.
public struct ScriptedStage: Stage {
    public let name: StageName
    public let fingerprint: String?
    public let needs: Set<StageName>
    private let body: @Sendable (StageContext) async throws -> StageOutcome

    public init(
        _ name: StageName, fingerprint: String? = nil, needs: Set<StageName> = [],
        _ body: @escaping @Sendable (StageContext) async throws -> StageOutcome = { _ in .done() }
    ) {
        self.name = name
        self.fingerprint = fingerprint
        self.needs = needs
        self.body = body
    }

    public func run(_ context: StageContext) async throws -> StageOutcome {
        try await body(context)
    }
}

extension ContentKind {
    /// The kind `memo` with one analysing stage, `count`, that does what a test says.
    public static func scripted(
        limits: StageLimits = StageLimits(), fingerprint: String? = nil,
        _ body: @escaping @Sendable (StageContext) async throws -> StageOutcome
    ) -> ContentKind {
        ContentKind(
            "memo", processing: [PlannedStage(ScriptedStage("count", fingerprint: fingerprint, body), limits: limits)],
            filling: [])
    }
}
