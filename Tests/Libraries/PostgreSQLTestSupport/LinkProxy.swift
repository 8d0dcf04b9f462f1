import Foundation
import Synchronization

/// A link between clients and a server's socket, which a test cuts at the worst moment.
package final class LinkProxy: Sendable {
    /// When the link of a connection is cut, without a word to either side.
    package enum Cut: Sendable {
        /// Never.
        case never
        /// Before something that a client sends has passed.
        case before(String)
        /// After something that a client sends has passed, and before anything comes back.
        case after(String)
    }

    /// The port of the link, on 127.0.0.1.
    package let port: Int
    private let listening: Int32
    private let target: String
    private let plan: Mutex<Cut>
    private let cuts = Atomic(0)

    /// Opens a link, unencrypted.
    ///
    /// - Parameters:
    ///   - server: the server at its end.
    ///   - cut: when connections are cut; the first cut is the only one.
    /// - Throws: why no port can be listened on.
    package init(to server: PostgreSQLTestServer, cut: Cut) throws {
        target = "\(server.folder)/.s.PGSQL.\(server.port ?? 5432)"
        plan = Mutex(cut)
        (listening, port) = try Self.listen()
        let thread = Thread { [weak self, listening] in
            while true {
                let client = accept(listening, nil, nil)
                guard client >= 0 else { break }
                guard let self else { return _ = close(client) }
                self.serve(client)
            }
        }
        thread.name = "link-proxy"
        thread.start()
    }

    deinit {
        shutdown(listening, Int32(SHUT_RDWR))
        close(listening)
    }

    /// The number of connections that were cut.
    package var cutCount: Int { cuts.load(ordering: .sequentiallyConsistent) }

    /// Returns the URL of a database by the link.
    package func url(of database: String) -> String {
        "postgresql://\(PostgreSQLTestServer.role)@127.0.0.1:\(port)/\(database)?sslmode=disable"
    }

    private static func listen() throws -> (Int32, Int) {
        let port = try PostgreSQLTestServer.freePort()
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0, Foundation.listen(descriptor, 64) == 0 else { throw TestServerError("a link cannot listen") }
        return (descriptor, port)
    }

    private func serve(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: target.utf8.prefix($0.count - 1)) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        let thread = Thread { [weak self] in
            if code == 0 { Self.copy(between: client, and: server) { self?.decide($0) ?? .never } }
            close(client)
            close(server)
        }
        thread.name = "link"
        thread.start()
    }

    /// Returns what to do with bytes from a client.
    private func decide(_ bytes: Data) -> Cut {
        plan.withLock { plan in
            switch plan {
            case .before(let text) where bytes.range(of: Data(text.utf8)) != nil,
                .after(let text) where bytes.range(of: Data(text.utf8)) != nil:
                defer { plan = .never }
                cuts.wrappingAdd(1, ordering: .sequentiallyConsistent)
                return plan
            default: return .never
            }
        }
    }

    /// Passes bytes on in both directions until one side ends or the link is cut.
    private static func copy(between client: Int32, and server: Int32, _ decide: (Data) -> Cut) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var wishes = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&wishes, 2, -1) > 0 else { return }
            for (source, target) in [(0, server), (1, client)] where wishes[source].revents != 0 {
                let count = recv(wishes[source].fd, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                let decision = source == 0 ? decide(Data(buffer[0..<count])) : .never
                if case .before = decision { return }
                guard send(target, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
                if case .after = decision {
                    // The server has acted when it answers.
                    _ = recv(server, &buffer, buffer.count, 0)
                    return
                }
            }
        }
    }
}
