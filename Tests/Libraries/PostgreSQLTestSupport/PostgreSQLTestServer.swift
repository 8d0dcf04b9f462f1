import Foundation
import PostgreSQL
import ProcessTestSupport
import Synchronization

/// A private PostgreSQL server in a temporary folder, which ends with the process of the tests.
///
/// It does not wait for the disk. It listens on a socket, and on a port of this machine with TLS if a test asks for it.
package final class PostgreSQLTestServer: Sendable {
    /// The server that tests share, each with databases of its own; blocks while it starts.
    package static func shared() throws -> PostgreSQLTestServer { try sharedResult.get() }
    private static let sharedResult = Result { try PostgreSQLTestServer() }

    /// The role that owns the databases of tests, and is no superuser.
    package static let role = "formwright"

    /// The folder of the server.
    package let folder: String
    /// The port on 127.0.0.1; `nil` for a server that listens on its socket only.
    package let port: Int?
    private let programs: PostgreSQLPrograms
    private let process = Mutex<ServerProcess?>(nil)

    /// Starts a server; blocks until it accepts connections.
    ///
    /// - Parameters:
    ///   - certificate: files to serve TLS with on a port, for which a password is needed; `nil` for the socket only.
    ///   - settings: lines of `postgresql.conf`.
    /// - Throws: why there is none.
    package init(certificate: TestCertificate? = nil, settings: [String] = []) throws {
        programs = try PostgreSQLPrograms()
        folder = try TemporaryServerFolder.create(for: programs)
        let port = try certificate.map { _ in try Self.freePort() }
        self.port = port
        try programs.run(
            "initdb",
            ["-D", "\(folder)/data", "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"])
        var lines = [
            "unix_socket_directories = '\(folder)'", "port = \(port ?? 5432)", "listen_addresses = ''",
            "fsync = off", "full_page_writes = off", "max_connections = 300", "shared_buffers = 32MB",
            "logging_collector = off", "autovacuum_naptime = 10s", "max_wal_size = 256MB",
        ]
        if let certificate {
            lines += ["listen_addresses = '127.0.0.1'", "ssl = on", "password_encryption = scram-sha-256"]
            lines += try certificate.install(in: "\(folder)/data", for: programs)
            let rules = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"
            try programs.write(rules, to: "\(folder)/data/pg_hba.conf")
        }
        let old = try String(contentsOfFile: "\(folder)/data/postgresql.conf", encoding: .utf8)
        try programs.write(
            old + "\n" + (lines + settings).joined(separator: "\n") + "\n", to: "\(folder)/data/postgresql.conf")
        try start()
        try administer("CREATE ROLE \(Self.role) LOGIN")
    }

    deinit { stop() }

    /// A port that no program listens on.
    package static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard code == 0 else { throw TestServerError("no port is free: errno \(errno)") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Starts the server after ``stop(_:)``; blocks until it accepts connections.
    package func start() throws {
        let started = try ServerProcess(programs, folder: folder)
        process.withLock { $0 = started }
        while true {
            do {
                return try administer("SELECT 1")
            } catch {
                guard started.isRunning else {
                    let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
                    throw TestServerError("the test server did not start: \(log.suffix(1_000))")
                }
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    /// How a server ends.
    package enum Ending: Sendable {
        /// Connections are closed, and all is written.
        case fast
        /// As in a power failure of the server's processes.
        case immediate
    }

    /// Stops the server; blocks until it has ended.
    package func stop(_ ending: Ending = .immediate) {
        process.withLock { process in
            process?.end(ending == .fast ? SIGINT : SIGQUIT)
            process = nil
        }
    }

    /// Stops all work of the server, whose kernel goes on, until ``thaw()``.
    package func freeze() { process.withLock { $0?.signalAll(SIGSTOP) } }

    /// Lets the server go on.
    package func thaw() { process.withLock { $0?.signalAll(SIGCONT) } }

    /// Runs a statement as superuser, outside a transaction.
    package func administer(_ sql: String) throws {
        // Also on a server that accepts no writes.
        let address = try PostgreSQLAddress(url(of: "postgres", user: "postgres") + "?target_session_attrs=any")
        let server = try PostgreSQLDatabase.open(address, limit: 1, patience: .seconds(1_800))
        try server.runOutsideTransaction(sql)
        try server.close()
    }

    /// Returns the URL of a database by the socket.
    package func url(of database: String, user: String = role) -> String {
        let socket = folder.replacing("/", with: "%2F")
        return "postgresql://\(user)@\(socket):\(port ?? 5432)/\(database)"
    }
}

/// A reason why there is no server for tests.
package struct TestServerError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
