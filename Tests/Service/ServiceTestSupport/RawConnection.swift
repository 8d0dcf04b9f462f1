package import Foundation

/// A TCP connection to a service on this machine, over which bytes go as they are.
///
/// Every method waits on a thread that may block: the service's handlers need the cooperative ones.
package final class RawConnection: Sendable {
    private let descriptor: Int32

    /// Connects.
    package init(to url: URL) async throws {
        let port = UInt16(url.port ?? 0)
        descriptor = try await Self.blocking { try Self.connected(to: port) }
    }

    deinit { close(descriptor) }

    private static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw URLError(.cannotConnectToHost)
        }
        return descriptor
    }

    /// Sends bytes; false if the service has closed the connection.
    @discardableResult
    package func send(_ bytes: Data) async throws -> Bool {
        try await Self.blocking { [descriptor] in
            var rest = bytes
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    @discardableResult
    package func send(_ text: String) async throws -> Bool { try await send(Data(text.utf8)) }

    /// Ends the bytes to the service; its own can still arrive.
    package func closeOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// What arrives until the service closes the connection, or nothing more does for a while.
    package func receive(waiting seconds: Int = 1800) async throws -> String {
        try await Self.blocking { [descriptor] in
            var timeout = timeval(tv_sec: seconds, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
            var answer = Data()
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
            return String(decoding: answer, as: UTF8.self)
        }
    }

    /// What arrives until it contains a text, the service closes the connection, or nothing more does for a while.
    package func receive(until text: String, waiting seconds: Int = 1800) async throws -> String {
        try await Self.blocking { [descriptor] in
            var timeout = timeval(tv_sec: seconds, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
            var answer = Data()
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while !String(decoding: answer, as: UTF8.self).contains(text),
                case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0
            {
                answer += buffer[..<count]
            }
            return String(decoding: answer, as: UTF8.self)
        }
    }

    private static func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
