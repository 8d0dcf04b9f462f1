import Foundation
import Synchronization

/// Ends the waiting for servers with stopped processes.
///
/// Its kernel still confirms every byte, so that no setting of TCP notices it. While a connection waits for an answer,
/// the same address is asked whether it speaks TLS, which a server answers before it knows who asks; a statement that
/// takes long does not delay that. Without an answer, the connections are cut.
final class ServerWatch: Sendable {
    /// A connection that may wait.
    final class Entry: Sendable {
        fileprivate let waiting = Mutex<(since: ContinuousClock.Instant, socket: Int32)?>(nil)

        /// Runs a closure that waits for an answer on a socket.
        func whileWaiting<Result>(on socket: Int32, _ body: () -> Result) -> Result {
            waiting.withLock { $0 = (.now, socket) }
            defer { waiting.withLock { $0 = nil } }
            return body()
        }
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var isRunning = false
    }

    /// The watch of this process.
    static let shared = ServerWatch()

    /// The time without an answer after which the server is asked.
    private static let patience = Duration.milliseconds(1_500)
    /// How long the server may take to say whether it speaks TLS, in milliseconds.
    private static let limit: Int32 = 2_000

    private let state = Mutex(State())

    /// Watches a connection until ``remove(_:)``.
    func add(_ entry: Entry) {
        let starts = state.withLock { state in
            state.entries[ObjectIdentifier(entry)] = entry
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        let thread = Thread { [self] in while look() { Thread.sleep(forTimeInterval: 0.5) } }
        thread.name = "postgresql-watch"
        thread.start()
    }

    /// Forgets a connection before it is closed.
    func remove(_ entry: Entry) {
        state.withLock { _ = $0.entries.removeValue(forKey: ObjectIdentifier(entry)) }
    }

    /// Looks at all connections once; returns whether there are any.
    private func look() -> Bool {
        let entries = state.withLock { state in
            state.isRunning = !state.entries.isEmpty
            return Array(state.entries.values)
        }
        var asked: [Data: Bool] = [:]
        for entry in entries {
            let since = entry.waiting.withLock { $0?.since }
            guard let since, .now - since >= Self.patience,
                let server = entry.waiting.withLock({ $0.flatMap { Self.server(of: $0.socket) } })
            else { continue }
            let answers = asked[server] ?? Self.answers(server)
            asked[server] = answers
            if answers { continue }
            // Another statement may have begun meanwhile.
            entry.waiting.withLock { if let now = $0, now.since == since { shutdown(now.socket, Int32(SHUT_RDWR)) } }
        }
        return !entries.isEmpty
    }

    /// Returns the address at the other end of a socket.
    private static func server(of socket: Int32) -> Data? {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &size) == 0 }
        }
        guard isKnown, size <= MemoryLayout<sockaddr_storage>.size else { return nil }
        return withUnsafeBytes(of: &address) { Data($0.prefix(Int(size))) }
    }

    /// Whether a server says anything, or refuses connections, which ends those that there are anyway.
    private static func answers(_ server: Data) -> Bool {
        var address = sockaddr_storage()
        withUnsafeMutableBytes(of: &address) { _ = server.copyBytes(to: $0) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let probe = Glibc.socket(Int32(address.ss_family), type, 0)
        // Without a descriptor, nothing is known about the server.
        guard probe >= 0 else { return true }
        defer { close(probe) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(probe, $0, socklen_t(server.count))
            }
        }
        // A full queue of a socket (EAGAIN) is that of a server that accepts nobody.
        if status != 0, errno == EAGAIN {
            usleep(UInt32(limit) * 1_000)
            return false
        }
        if status != 0, errno != EINPROGRESS { return true }
        guard wait(for: probe, POLLOUT) else { return false }
        // The request for TLS: its length and its number.
        let request: [UInt8] = [0, 0, 0, 8, 4, 210, 22, 47]
        guard send(probe, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return true }
        return wait(for: probe, POLLIN)
    }

    private static func wait(for socket: Int32, _ event: Int32) -> Bool {
        var wish = pollfd(fd: socket, events: Int16(event), revents: 0)
        return poll(&wish, 1, limit) != 0
    }
}
