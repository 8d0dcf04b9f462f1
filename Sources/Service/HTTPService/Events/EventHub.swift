package import Logging
package import Pipeline
import ServiceLifecycle
import Synchronization

/// Reads the store's feed once and hands its events to any number of listeners.
///
/// A listener subscribes first and then reads what it has missed from the store, so nothing falls between. One that does
/// not keep up is ended: its client comes back with the number of the last event that it has seen.
package final class EventHub: Service {
    private struct State {
        var listeners: [Int: Listener] = [:]
        var next = 0
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

    /// Events that may wait for a listener.
    private static let backlog = 256

    /// Creates a hub on a store.
    ///
    /// - Parameters:
    ///   - client: reads the store's feed.
    ///   - heartbeat: how often listeners hear something at least.
    ///   - logger: receives what interrupts the feed.
    package init(_ client: PipelineClient, heartbeat: Duration = .seconds(15), logger: Logger) {
        self.client = client
        self.heartbeat = heartbeat
        self.logger = logger
    }

    /// Hands out events until graceful shutdown, and ends all streams then.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.distribute() }
                // One clock for all streams: a task for each would take more memory than the stream itself.
                group.addTask { await self.beat() }
            }
        }
        stop()
    }

    /// Ends all streams, and every later one at once, so that a server that stops has no connection left to wait for.
    package func stop() {
        state.withLock { $0.isOver = true }
        endAll()
    }

    private func distribute() async {
        while !Task.isCancelled {
            do {
                let start = try await client.store.newestEvent()
                for try await event in client.events(after: start, in: .all) { hand(event) }
            } catch is CancellationError {
                return
            } catch {
                // Listeners could have missed something: they come back and read it.
                logger.warning("the event feed broke off", metadata: ["error": "\(error)"])
                endAll()
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

    /// Ends the streams of a login that is over.
    package func endStreams(of credential: Identity.Credential) {
        let listeners = state.withLock { $0.listeners.values.filter { $0.credential == credential } }
        for listener in listeners { listener.continuation.finish() }
    }

    /// The events of a document from now on, and nil as a heartbeat.
    ///
    /// The stream ends when the service stops, the listener falls behind or ``endStreams(of:)`` is called.
    package func events(of document: DocumentID, for credential: Identity.Credential) -> AsyncStream<Event?> {
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
