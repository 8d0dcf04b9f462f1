public import Foundation

/// The permanent ID of a document.
///
/// It is written in upper case and read in either case.
public struct DocumentID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The UUID.
    public let uuid: UUID

    /// Creates an ID from a UUID.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// Parses an ID; `nil` unless `text` is a UUID.
    public init?(_ text: String) {
        guard let uuid = UUID(text: text) else { return nil }
        self.uuid = uuid
    }

    /// Decodes an ID from a UUID.
    public init(from decoder: any Decoder) throws {
        uuid = try decoder.singleValueContainer().decode(UUID.self)
    }

    /// Encodes the ID as a UUID.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid)
    }

    /// The UUID in upper case.
    public var description: String { uuid.text }
}

/// The number of a job within its store.
///
/// Numbers increase in the order of enqueueing and are never reused.
public struct JobID: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    /// The number, from 1.
    public let number: Int64

    /// Creates an ID from a number.
    public init(_ number: Int64) {
        self.number = number
    }

    /// Decodes an ID from a number.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the ID as a number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// Compares the numbers.
    public static func < (a: JobID, b: JobID) -> Bool { a.number < b.number }

    /// The number as text.
    public var description: String { String(number) }
}

/// A name that is written, and coded, as plain text.
public protocol TextName: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as text.
    var text: String { get }

    /// Creates a name from text.
    init(_ text: String)
}

extension TextName {
    /// Creates a name from a string literal.
    public init(stringLiteral text: String) { self.init(text) }

    /// Decodes a name from a string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the name as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The same as ``text``.
    public var description: String { text }
}

/// The name of a kind of content in `pipeline.yaml`, such as `form`.
public struct KindName: TextName {
    /// The name as written in `pipeline.yaml`.
    public let text: String

    /// Creates a name from text.
    public init(_ text: String) {
        self.text = text
    }
}

/// The name of a stage in `pipeline.yaml`, such as `detect`; unique within a kind.
public struct StageName: TextName {
    /// The name as written in `pipeline.yaml`.
    public let text: String

    /// Creates a name from text.
    public init(_ text: String) {
        self.text = text
    }
}

/// A stage with its kind, unique among all stages.
public struct StageAddress: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind.
    public let kind: KindName
    /// The name of the stage within the kind.
    public let stage: StageName

    /// Creates an address.
    public init(kind: KindName, stage: StageName) {
        self.kind = kind
        self.stage = stage
    }

    /// Text such as `form/detect`.
    public var description: String { "\(kind)/\(stage)" }
}
