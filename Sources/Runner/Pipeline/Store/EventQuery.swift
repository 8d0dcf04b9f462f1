/// A query for a page of the feed of all documents, oldest first.
public struct EventQuery: Sendable, Hashable {
    /// The scope of documents to read events of.
    public let scope: OwnerScope
    /// The number that all returned events are beyond; see ``Event/sequence``.
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
    /// The events, oldest first; empty if there are no new ones.
    public let events: [Event]
    /// The number after which the next page starts.
    ///
    /// It is beyond this page's last event if only events outside the scope follow up to the end of the feed.
    public let next: Int64

    /// Creates a page.
    public init(events: [Event], next: Int64) {
        self.events = events
        self.next = next
    }
}
