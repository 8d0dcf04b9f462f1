import FailureModel
public import Foundation
public import Pipeline

/// A kind of content that has nothing to do with forms: a memo is a text; its analysis counts the words, its fill
/// appends a signature and shouts. It shows that the runner is generic.
public struct MemoKind: Kind {
    /// As the runner sees it, with its usual limits.
    public static let kind = MemoKind().content(reading: nil)

    public let name: KindName = "memo"
    public let analysed = [Deliverable("count.txt", as: "count.txt")]
    public let filled = [Deliverable("memo.txt", as: "signed.txt")]

    public init() {}

    public func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(name, processing: [.init(Count())], filling: [.init(Shout())])
    }

    public func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        if byteCount == 0 { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        return "text/plain"
    }

    /// `note.memo` with `note.sign` becomes `note.signed.txt`; a `.signs` file has one signature a line.
    public func role(of fileName: String) -> FileRole {
        let parts = fileName.split(separator: ".")
        let stem = parts.dropLast().joined(separator: ".")
        return ["sign", "signs"].contains(parts.last) ? .inputs(stem: stem) : .original(stem: stem)
    }

    public func records(in bytes: Data, fileName: String) throws -> any InputRecords {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return Signatures(lines: lines[...], areNumbered: fileName.hasSuffix(".signs"))
    }

    private struct Signatures: InputRecords {
        var lines: ArraySlice<String>
        let areNumbered: Bool

        mutating func next() -> InputRecord? {
            guard let line = lines.first else { return nil }
            let number = lines.startIndex + 1
            lines = lines.dropFirst()
            let input = PipelineClient.Input(name: "signature", mediaType: "text/plain", bytes: Data(line.utf8))
            return InputRecord(
                number: number, line: number,
                inputs: line == "?"
                    ? .failure(Failure("illegible", "The signature cannot be read.")) : .success([input]))
        }
    }

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

/// A kind whose stages a test declares, and which takes any file.
public struct DeclaredKind: Kind {
    public let name: KindName
    public let settingsSection: String?
    public let analysed: [Deliverable] = []
    public let filled: [Deliverable] = []
    private let content: ContentKind

    /// A kind with these stages.
    public init(_ content: ContentKind, settingsSection: String? = nil) {
        name = content.name
        self.content = content
        self.settingsSection = settingsSection
    }

    public func content(reading settings: SettingsNode?) -> ContentKind { content }

    public func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) -> String { "text/plain" }

    public func role(of fileName: String) -> FileRole { .original(stem: fileName) }
}
