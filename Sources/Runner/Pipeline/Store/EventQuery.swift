/// A query for a page of the feed, the log of all documents, oldest first.
public struct EventQuery: Sendable, Hashable {
    /// The documents whose events to read.
    public let scope: OwnerScope
    /// Only events with a greater ``Event/sequence`` are returned.
    public var after: Int64
    /// The maximum number of events.
    public var limit: Int

    /// Creates a query.
    public init(in scope: OwnerScope, after: Int64, limit: Int = 100) {
        self.scope = scope
        self.after = after
        self.limit = limit
    }
}

/// A page of the feed.
public struct EventPage: Sendable, Hashable, Codable {
    /// The events, oldest first; empty if nothing has happened since.
    public let events: [Event]
    /// The number after which the next page starts.
    ///
    /// It is beyond the last event of this page if only events outside the scope lie between that and the end of the
    /// feed.
    public let next: Int64

    /// Creates a page.
    public init(events: [Event], next: Int64) {
        self.events = events
        self.next = next
    }
}
