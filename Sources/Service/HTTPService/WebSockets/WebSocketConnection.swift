import NIOCore
import Synchronization

/// A domain's view of a WebSocket connection: ordered text messages in both directions.
package final class WebSocketConnection: Sendable {
    private let eventLoop: any EventLoop
    private let handler: NIOLoopBound<WebSocketHandler>
    private let limit: Int
    private let outgoing = Atomic(0)
    private let isDropped = Atomic(false)

    /// Memory of a message besides its text, in bytes.
    private static let overhead = 128

    init(_ handler: WebSocketHandler, on eventLoop: any EventLoop, _ limits: WebSocketLimits) {
        self.eventLoop = eventLoop
        self.handler = NIOLoopBound(handler, eventLoop: eventLoop)
        limit = limits.outgoingBytes
    }

    /// Whether the client was disconnected for reading its messages too slowly.
    package var isTooSlow: Bool { isDropped.load(ordering: .relaxed) }

    /// Returns the next message, or nil once the connection is closed or closing.
    ///
    /// Only one task may wait at a time. While messages wait to be read, no more are accepted from the client.
    package func next() async -> String? {
        await withCheckedContinuation { continuation in
            eventLoop.execute { self.handler.value.next(continuation) }
        }
    }

    /// Sends messages without waiting for the client.
    ///
    /// A client with too many unsent bytes is disconnected.
    ///
    /// - Returns: false if the client has been disconnected for being too slow.
    @discardableResult
    package func send(_ texts: [String]) -> Bool {
        let size = texts.reduce(0) { $0 + $1.utf8.count + Self.overhead }
        guard begin(size) else { return false }
        eventLoop.execute { self.handler.value.send(texts, size) }
        return true
    }

    /// Closes the connection after everything was sent.
    package func close(_ code: WebSocketCloseCode) {
        eventLoop.execute { self.handler.value.close(code) }
    }

    /// Counts bytes as unsent, or disconnects the client if there are too many.
    func begin(_ size: Int) -> Bool {
        guard outgoing.add(size, ordering: .relaxed).newValue <= limit else {
            outgoing.subtract(size, ordering: .relaxed)
            if !isDropped.exchange(true, ordering: .relaxed) {
                eventLoop.execute { self.handler.value.drop() }
            }
            return false
        }
        return !isTooSlow
    }

    /// Stops counting bytes as unsent.
    func end(_ size: Int) {
        outgoing.subtract(size, ordering: .relaxed)
    }
}
