/// The events of a scope from one on, as they happen; see ``PipelineClient/events(after:in:poll:)``.
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

    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: self, query: query)
    }

    /// Reads page after page, and waits where there is no more.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let feed: EventFeed
        fileprivate var query: EventQuery
        private var page: ArraySlice<Event> = []

        fileprivate init(feed: EventFeed, query: EventQuery) {
            self.feed = feed
            self.query = query
        }

        /// Never `nil`. Throws `CancellationError`, and `feed_truncated` where the reader is further behind than the feed
        /// reaches back.
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
