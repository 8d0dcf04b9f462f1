import FailureModel
public import Foundation
public import Pipeline

/// A kind of content unrelated to forms, which shows that the runner is generic.
///
/// A memo is a text. Its analysis counts the words; its fill appends a signature and converts the text to upper case.
public struct MemoKind: Kind {
    /// The kind as the runner sees it, with its default limits.
    public static let kind = MemoKind().content(reading: nil)

    /// The name `memo`.
    public let name: KindName = "memo"
    /// The count of words.
    public let analysed = [Deliverable("count.txt", as: "count.txt")]
    /// The signed memo.
    public let filled = [Deliverable("memo.txt", as: "signed.txt")]

    /// Creates the kind.
    public init() {}

    /// Returns the stages ``Count`` and ``Shout``.
    public func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(name, processing: [.init(Count())], filling: [.init(Shout())])
    }

    /// Accepts any file that is not empty as plain text.
    public func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        if byteCount == 0 { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        return "text/plain"
    }

    /// Returns the role by the extension: `note.memo` with `note.sign` becomes `note.signed.txt`; a `.signs` file has
    /// one signature a line.
    public func role(of fileName: String) -> FileRole {
        let parts = fileName.split(separator: ".")
        let stem = parts.dropLast().joined(separator: ".")
        return ["sign", "signs"].contains(parts.last) ? .inputs(stem: stem) : .original(stem: stem)
    }

    /// Returns one record for each line that is not empty; the signature `?` is a failure.
    public func records(in bytes: Data, fileName: String) throws -> any InputRecords {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return Signatures(lines: lines[...], numbersRecords: fileName.hasSuffix(".signs"))
    }

    private struct Signatures: InputRecords {
        var lines: ArraySlice<String>
        let numbersRecords: Bool

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

    /// The analysing stage, which publishes `count.txt` and the fact `words`.
    public struct Count: Stage {
        /// The name `count`.
        public let name: StageName = "count"
        /// The constant fingerprint: results are shared.
        public let fingerprint: String? = "1"

        /// Creates the stage.
        public init() {}

        /// Counts the words; fails if the memo is not UTF-8.
        public func run(_ context: StageContext) async throws -> StageOutcome {
            guard let text = String(bytes: try context.original(), encoding: .utf8) else {
                return .fail(Failure("not_text", "The memo is not UTF-8 text."))
            }
            let words = String(text.split(whereSeparator: \.isWhitespace).count)
            let artefact = try context.put(Data(words.utf8), named: "count.txt", mediaType: "text/plain")
            return .done([artefact], facts: ["words": words])
        }
    }

    /// The filling stage, which publishes `memo.txt` from the original, the input `signature` and the count.
    public struct Shout: Stage {
        /// The name `shout`.
        public let name: StageName = "shout"

        /// Creates the stage.
        public init() {}

        /// Joins the three texts in upper case.
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

/// A stage whose work is a closure of the test.
public struct ScriptedStage: Stage {
    /// The name given by the test.
    public let name: StageName
    /// The fingerprint given by the test.
    public let fingerprint: String?
    /// What the test says about names.
    public let readsFileName: Bool
    /// The needed stages given by the test.
    public let needs: Set<StageName>
    /// The fact given by the test.
    public let decidingFact: String?
    private let body: @Sendable (StageContext) async throws -> StageOutcome

    /// Creates a stage, which by default finishes without a result.
    public init(
        _ name: StageName, fingerprint: String? = nil, readsFileName: Bool = false, needs: Set<StageName> = [],
        decidingFact: String? = nil,
        _ body: @escaping @Sendable (StageContext) async throws -> StageOutcome = { _ in .done() }
    ) {
        self.name = name
        self.fingerprint = fingerprint
        self.readsFileName = readsFileName
        self.needs = needs
        self.decidingFact = decidingFact
        self.body = body
    }

    /// Runs the closure.
    public func run(_ context: StageContext) async throws -> StageOutcome {
        try await body(context)
    }
}

extension ContentKind {
    /// Returns the kind `memo` with one analysing stage, `count`, whose work is a closure of the test.
    public static func scripted(
        limits: StageLimits = StageLimits(), fingerprint: String? = nil,
        _ body: @escaping @Sendable (StageContext) async throws -> StageOutcome
    ) -> ContentKind {
        ContentKind(
            "memo", processing: [PlannedStage(ScriptedStage("count", fingerprint: fingerprint, body), limits: limits)],
            filling: [])
    }
}

/// A kind that accepts any file and whose stages a test declares.
public struct DeclaredKind: Kind {
    /// The name of the declared content.
    public let name: KindName
    /// The section given by the test.
    public let settingsSection: String?
    /// Nothing is delivered.
    public let analysed: [Deliverable] = []
    /// Nothing is delivered.
    public let filled: [Deliverable] = []
    private let content: ContentKind

    /// Creates a kind with the given stages.
    public init(_ content: ContentKind, settingsSection: String? = nil) {
        name = content.name
        self.content = content
        self.settingsSection = settingsSection
    }

    /// Returns the declared stages.
    public func content(reading settings: SettingsNode?) -> ContentKind { content }

    /// Accepts any file as plain text.
    public func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) -> String { "text/plain" }

    /// Returns the role of an original for any name.
    public func role(of fileName: String) -> FileRole { .original(stem: fileName) }
}
