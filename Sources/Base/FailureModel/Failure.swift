/// A failure in a form that programs can rely on and people can read.
///
/// The message is one sentence. It names files, pages (1-based) and fields, never a value that a person wrote.
public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; `docs/use/errors.md` has a row for each code.
    public var code: ErrorCode
    /// A sentence that says what went wrong.
    public var message: String
    /// The remedy, such as the nearest names, unless the code's row has it.
    public var hint: String?
    /// The field or line at fault.
    public var location: Location?
    /// The report of the underlying library, for logs only and never encoded.
    public var underlying: String?
    /// All failures, including this one, if there are several; empty for a single failure.
    public var details: [Failure]

    /// The location of a mistake.
    public enum Location: Hashable, Sendable {
        /// The names of fields: the wrong one, or all that a key could mean.
        case fields([String])
        /// A place in a text file; lines and columns are 1-based.
        case file(String, line: Int?, column: Int?)

        /// Returns the location of a single field.
        public static func field(_ name: String) -> Location { .fields([name]) }
    }

    /// Creates a single failure, or one for several if there are `details`.
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

    /// Combines several failures into one: the first, with all of them as its details.
    ///
    /// The result is `nil` if there are no failures.
    public init?(all failures: [Failure]) {
        guard var first = failures.first else { return nil }
        if failures.count > 1 { first.details = failures }
        self = first
    }

    /// The message, followed by the hint.
    public var description: String { hint.map { "\(message) \($0)" } ?? message }

    /// All failures: ``details``, or this one alone.
    public var all: [Failure] { details.isEmpty ? [self] : details }

    /// The names of the fields at fault.
    public var fields: [String] {
        if case .fields(let names) = location { return names }
        return []
    }

    /// The line at fault (1-based).
    public var line: Int? {
        if case .file(_, let line, _) = location { return line }
        return nil
    }
}

extension Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, message, hint, fields, file, line, column, details
    }

    /// Decodes everything except `underlying`.
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

    /// Encodes everything except `underlying`.
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
