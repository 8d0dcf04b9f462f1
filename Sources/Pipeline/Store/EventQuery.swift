/// Which part of the feed to read: the log of all documents, oldest first.
public struct EventQuery: Sendable, Hashable {
    /// Whose documents' events.
    public let scope: OwnerScope
    /// Only events with a greater ``Event/sequence``.
    public var after: Int64
    /// Maximum number of events.
    public var limit: Int

    public init(in scope: OwnerScope, after: Int64, limit: Int = 100) {
        self.scope = scope
        self.after = after
        self.limit = limit
    }
}

/// A page of the feed.
public struct EventPage: Sendable, Hashable, Codable {
    /// Oldest first; empty where nothing has happened since.
    public let events: [Event]
    /// What the next page comes after. Beyond the last event where others' events lie between it and the end of the feed.
    public let next: Int64

    public init(events: [Event], next: Int64) {
        self.events = events
        self.next = next
    }
}
