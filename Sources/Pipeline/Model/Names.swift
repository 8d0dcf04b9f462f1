public import Foundation

/// Names a document for ever. Written upper-case, read in either case.
public struct DocumentID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The bytes.
    public let uuid: UUID

    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// `nil` unless `text` is a UUID.
    public init?(_ text: String) {
        guard let uuid = UUID(text: text) else { return nil }
        self.uuid = uuid
    }

    public init(from decoder: any Decoder) throws {
        uuid = try decoder.singleValueContainer().decode(UUID.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid)
    }

    public var description: String { uuid.text }
}

/// Numbers a job within its store, in the order of enqueueing. Never used twice.
public struct JobID: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    /// From 1.
    public let number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    public static func < (a: JobID, b: JobID) -> Bool { a.number < b.number }

    public var description: String { String(number) }
}

/// What a kind of content is called in `pipeline.yaml`, such as `form`.
public struct KindName: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// As it is written in `pipeline.yaml`.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public init(stringLiteral text: String) {
        self.text = text
    }

    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }
}

/// What a stage is called in `pipeline.yaml`, such as `detect`. Unique within a kind.
public struct StageName: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// As it is written in `pipeline.yaml`.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public init(stringLiteral text: String) {
        self.text = text
    }

    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }
}

/// A stage of a kind: what claims, slots and counters are told apart by.
public struct StageAddress: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind.
    public let kind: KindName
    /// One of its stages.
    public let stage: StageName

    public init(kind: KindName, stage: StageName) {
        self.kind = kind
        self.stage = stage
    }

    public var description: String { "\(kind)/\(stage)" }
}
