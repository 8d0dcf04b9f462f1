package import Logging
package import Pipeline
import ServiceLifecycle
import Synchronization

/// Reads the store's feed once and passes its events to any number of listeners.
///
/// A listener subscribes first and then reads missed events from the store, so that none is lost in between. The hub
/// ends a listener that falls behind; its client then returns with the number of the last event that it saw.
package final class EventHub: Service {
    private struct State {
        var listeners: [Int: Listener] = [:]
        var next = 0
        /// Whether the feed is being read, so that a new listener misses no event.
        var hasPosition = false
        var isOver = false
    }

    private struct Listener {
        let document: DocumentID
        let credential: Identity.Credential
        let continuation: AsyncStream<Event?>.Continuation
    }

    private let client: PipelineClient
    private let logger: Logger
    private let heartbeat: Duration
    private let state = Mutex(State())

    /// Maximum number of events waiting for a listener.
    private static let backlog = 256

    /// Creates a hub on a store.
    ///
    /// - Parameters:
    ///   - client: reads the store's feed.
    ///   - heartbeat: the maximum interval between two elements of a stream.
    ///   - logger: receives interruptions of the feed.
    package init(_ client: PipelineClient, heartbeat: Duration = .seconds(15), logger: Logger) {
        self.client = client
        self.heartbeat = heartbeat
        self.logger = logger
    }

    /// Distributes events until graceful shutdown, then ends all streams.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.distribute() }
                // One clock for all streams, since a task for each would take more memory than the stream itself.
                group.addTask { await self.beat() }
            }
        }
        stop()
    }

    /// Ends all current and later streams, so that a stopping server waits for no connection.
    package func stop() {
        state.withLock { $0.isOver = true }
        endAll()
    }

    private func distribute() async {
        var last: Int64?
        while !Task.isCancelled {
            do {
                let start = if let last { last } else { try await client.store.newestEvent() }
                last = start
                state.withLock { $0.hasPosition = true }
                for try await event in client.events(after: start, in: .all) {
                    hand(event)
                    last = event.sequence
                }
            } catch is CancellationError {
                return
            } catch StoreError.feedTruncated {
                // Listeners have missed events; they return and read them.
                last = nil
                state.withLock { $0.hasPosition = false }
                endAll()
            } catch {
                // The feed goes on behind the last event, so that listeners miss none.
                logger.warning("the event feed was interrupted", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func beat() async {
        while (try? await Task.sleep(for: heartbeat)) != nil {
            let listeners = state.withLock { $0.listeners.values.map(\.continuation) }
            for listener in listeners { listener.yield(nil) }
        }
    }

    private func endAll() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return state.listeners.values.map(\.continuation)
        }
        for listener in listeners { listener.finish() }
    }

    private func hand(_ event: Event) {
        let listeners = state.withLock { state in
            state.listeners.values.filter { $0.document == event.document }
        }
        for listener in listeners {
            if case .dropped = listener.continuation.yield(event) { listener.continuation.finish() }
        }
    }

    /// Ends the streams of an ended login.
    package func endStreams(of credential: Identity.Credential) {
        let listeners = state.withLock { $0.listeners.values.filter { $0.credential == credential } }
        for listener in listeners { listener.continuation.finish() }
    }

    /// Returns the events of a document from now on, with nil as a heartbeat.
    ///
    /// The stream ends when the service stops, the listener falls behind, or ``endStreams(of:)`` is called.
    ///
    /// - Throws: `CancellationError`.
    package func events(
        of document: DocumentID, for credential: Identity.Credential
    ) async throws -> AsyncStream<Event?> {
        // Events between the listener's first look at the store and the hub's would reach nobody.
        while state.withLock({ !$0.hasPosition && !$0.isOver }) { try await Task.sleep(for: .milliseconds(20)) }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event?.self, bufferingPolicy: .bufferingOldest(Self.backlog))
        let key: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.next += 1
            state.listeners[state.next] = Listener(
                document: document, credential: credential, continuation: continuation)
            return state.next
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: key) }
        }
        return stream
    }
}
