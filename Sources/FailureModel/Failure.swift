/// What went wrong, in a form that programs can rely on and people can read.
///
/// The message is one sentence; it names files, pages (from 1) and fields, never a value that a person filled in.
public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which kind of failure this is; `docs/errors.md` has a row for each code.
    public var code: ErrorCode
    /// One sentence about what went wrong.
    public var message: String
    /// What to do about it, where the code's row in the table does not say it already, such as the nearest names.
    public var hint: String?
    /// The field or the line concerned.
    public var location: Location?
    /// What the library beneath reported: for logs only, never encoded.
    public var underlying: String?
    /// Every failure of a refusal that has several, this one's own included; empty for a single one.
    public var details: [Failure]

    /// Where the mistake is.
    public enum Location: Hashable, Sendable {
        /// The names of fields of the form: the one that is wrong, or those that a key could mean.
        case fields([String])
        /// A place in a file of text; lines and columns count from 1.
        case file(String, line: Int?, column: Int?)

        /// The name of the one field that is wrong.
        public static func field(_ name: String) -> Location { .fields([name]) }
    }

    /// A single failure, or with `details` a refusal for several reasons.
    public init(
        _ code: ErrorCode, _ message: String, hint: String? = nil, at location: Location? = nil,
        underlying: String? = nil, details: [Failure] = []
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.location = location
        self.underlying = underlying
        self.details = details
    }

    /// One failure for several: the first, with all of them as its details. `nil` for none.
    public init?(all failures: [Failure]) {
        guard var first = failures.first else { return nil }
        if failures.count > 1 { first.details = failures }
        self = first
    }

    /// The message, followed by the hint.
    public var description: String { hint.map { "\(message) \($0)" } ?? message }

    /// Every failure of a refusal: ``details``, or this one alone.
    public var all: [Failure] { details.isEmpty ? [self] : details }

    /// The names of the fields concerned.
    public var fields: [String] {
        if case .fields(let names) = location { return names }
        return []
    }

    /// The line concerned, from 1.
    public var line: Int? {
        if case .file(_, let line, _) = location { return line }
        return nil
    }
}

extension Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, message, hint, fields, file, line, column, details
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(ErrorCode.self, forKey: .code)
        message = try container.decode(String.self, forKey: .message)
        hint = try container.decodeIfPresent(String.self, forKey: .hint)
        if let fields = try container.decodeIfPresent([String].self, forKey: .fields) {
            location = .fields(fields)
        } else if let file = try container.decodeIfPresent(String.self, forKey: .file) {
            location = .file(
                file, line: try container.decodeIfPresent(Int.self, forKey: .line),
                column: try container.decodeIfPresent(Int.self, forKey: .column))
        }
        details = try container.decodeIfPresent([Failure].self, forKey: .details) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(hint, forKey: .hint)
        switch location {
        case .fields(let names): try container.encode(names, forKey: .fields)
        case .file(let name, let line, let column):
            try container.encode(name, forKey: .file)
            try container.encodeIfPresent(line, forKey: .line)
            try container.encodeIfPresent(column, forKey: .column)
        case nil: break
        }
        if !details.isEmpty { try container.encode(details, forKey: .details) }
    }
}
