/// The events of a scope after a given one, as they happen; see ``PipelineClient/events(after:in:poll:)``.
public struct EventFeed: AsyncSequence, Sendable {
    private let store: any Store
    private let clock: any PipelineClock
    private let query: EventQuery
    private let poll: Duration

    init(_ query: EventQuery, of store: any Store, poll: Duration, clock: any PipelineClock) {
        self.query = query
        self.store = store
        self.poll = poll
        self.clock = clock
    }

    /// Creates an iterator that starts where the feed starts.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: self, query: query)
    }

    /// Reads the feed page by page and waits when there are no more events.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let feed: EventFeed
        fileprivate var query: EventQuery
        private var page: ArraySlice<Event> = []

        fileprivate init(feed: EventFeed, query: EventQuery) {
            self.feed = feed
            self.query = query
        }

        /// Returns the next event; never `nil`.
        ///
        /// - Throws: `CancellationError`, or `feed_truncated` if the feed no longer reaches back to the reader's
        ///   position.
        public mutating func next() async throws -> Event? {
            while true {
                if let event = page.popFirst() { return event }
                try Task.checkCancellation()
                let rings = feed.store.feedBell.rings
                let next = try await feed.store.events(query)
                query.after = next.next
                page = next.events[...]
                if page.isEmpty {
                    await feed.store.feedBell.wait(beyond: rings, atMost: feed.poll, by: feed.clock)
                }
            }
        }
    }
}
