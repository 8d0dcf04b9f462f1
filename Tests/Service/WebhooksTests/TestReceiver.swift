import Foundation
import Synchronization

/// A server on the loopback address that answers each request as a test says, and keeps what it was sent.
final class TestReceiver: Sendable {
    /// A request as it came.
    struct Received: Sendable {
        let headers: [String: String]
        let body: Data
    }

    private struct State {
        var received: [Received] = []
        var answers: [String?] = []
    }

    private let state = Mutex(State())
    private let listener: Int32
    let port: UInt16

    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    /// Starts the server, with 200 as the answer after the given ones.
    ///
    /// Without an answer, the client waits.
    init(_ answers: [String?] = []) throws {
        state.withLock { $0.answers = answers }
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        // The bytes of a socket address: family, port, address and padding. The type is declared twice for the compiler,
        // by the C library and by SwiftNIO.
        var address = [UInt8](repeating: 0, count: 16)
        address[0] = UInt8(AF_INET)
        address[4...7] = [127, 0, 0, 1]
        var length = socklen_t(address.count)
        let status = address.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                bind(listener, address.baseAddress, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address.baseAddress, &length) == 0
            }
        }
        guard status else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        port = UInt16(address[2]) << 8 | UInt16(address[3])
        Thread { [self] in serve() }.start()
    }

    var url: String { "http://127.0.0.1:\(port)/hook" }
    var received: [Received] { state.withLock { $0.received } }

    /// Closes all connections, and accepts no others.
    func stop() {
        // The thread closes its descriptors itself: another test may have a closed one's number while it still uses it.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve() {
        var open: [Int32] = []
        defer { for descriptor in open + [listener] { close(descriptor) } }
        while true {
            let connection = accept(listener, nil, nil)
            if connection < 0 { return }
            guard let request = Self.read(connection) else {
                close(connection)
                continue
            }
            let answer: String? = state.withLock { state in
                state.received.append(request)
                return state.answers.isEmpty ? Self.ok : state.answers.removeFirst()
            }
            guard let answer else {
                open.append(connection)
                continue
            }
            let bytes = Array(answer.utf8)
            var sent = 0
            while sent < bytes.count {
                let count = send(connection, Array(bytes[sent...]), bytes.count - sent, Int32(MSG_NOSIGNAL))
                if count <= 0 { break }
                sent += count
            }
            close(connection)
        }
    }

    private static func read(_ connection: Int32) -> Received? {
        var bytes = Data()
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = bytes.range(of: Data("\r\n\r\n".utf8)) {
                let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                let pairs = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
                let headers = Dictionary(
                    pairs.filter { $0.count == 2 }.map {
                        ($0[0].lowercased(), $0[1].trimmingCharacters(in: .whitespaces))
                    }
                ) { $1 }
                let body = bytes[end.upperBound...]
                if body.count >= Int(headers["content-length"] ?? "0") ?? 0 {
                    return Received(headers: headers, body: Data(body))
                }
            }
            let count = recv(connection, &piece, piece.count, 0)
            if count <= 0 { return nil }
            bytes += piece.prefix(count)
        }
    }
}
