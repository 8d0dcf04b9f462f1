import CPQ
import Foundation
package import SQL

extension PostgreSQLAddress {
    /// The certificates that Debian trusts, for servers with a public one.
    private static let systemCertificates = "/etc/ssl/certs/ca-certificates.crt"

    /// libpq's parameters, unless this program sets them for all connections.
    static let knownParameters: Set<String> = {
        guard let options = formwright_PQconndefaults() else { return [] }
        defer { formwright_PQconninfoFree(options) }
        var names: Set<String> = []
        var option = options
        while let keyword = option.pointee.keyword {
            names.insert(String(cString: keyword))
            option += 1
        }
        return names.subtracting(["client_encoding", "replication", "host", "port", "password"])
    }()

    /// Settings of TCP that notice a vanished server within 5 s.
    ///
    /// On the way out, unanswered bytes end the connection; without any, probes do.
    private static let liveness = [
        "connect_timeout": "3", "keepalives": "1", "keepalives_idle": "1", "keepalives_interval": "1",
        "keepalives_count": "3", "tcp_user_timeout": "4000",
    ]

    /// The server's settings for each session.
    private static let settings = [
        "tcp_keepalives_idle=1", "tcp_keepalives_interval=1", "tcp_keepalives_count=3", "tcp_user_timeout=4000",
        "client_connection_check_interval=1000",
        // A stopped process keeps its locks no longer than this.
        "idle_in_transaction_session_timeout=60000",
        "standard_conforming_strings=on", "bytea_output=hex", "extra_float_digits=1", "datestyle=ISO",
        "intervalstyle=iso_8601", "timezone=UTC",
        // Statements read few rows; compiling one takes longer than running it.
        "jit=off",
    ]

    /// Returns what to pass to libpq, with the password.
    ///
    /// - Parameter options: further settings of the server, as `name=value`.
    /// - Returns: names and values, sorted by name.
    /// - Throws: ``SQL/SQLError`` if the file with the password cannot be read.
    package func connectionParameters(options: [String]) throws(SQLError) -> [(keyword: String, value: String)] {
        var all = Self.liveness
        all["application_name"] = Self.applicationName
        all["gssencmode"] = "disable"
        all["target_session_attrs"] = "read-write"
        // libpq ignores the mode for sockets, and nobody listens between this machine and itself.
        all["sslmode"] = isLocal ? "prefer" : "verify-full"
        all.merge(parameters) { $1 }
        if !isLocal, let mode = all["sslmode"], ["allow", "prefer"].contains(mode) {
            // Whoever is in between could say that there is no TLS, and ask for the password.
            let reason =
                "With sslmode=\(mode) a password may cross the network unencrypted: use verify-full, or disable where "
                + "nobody else listens."
            throw SQLError(.unreachable, reason, reason: reason, isMistake: true)
        }
        if all["sslmode"]?.hasPrefix("verify") == true, all["sslrootcert"] == nil, let authorities = Self.authorities {
            all["sslrootcert"] = authorities
        }
        all["client_encoding"] = "UTF8"
        let settings = (Self.settings + options).map { "-c \($0)" }
        all["options"] = (settings + [parameters["options"] ?? ""]).joined(separator: " ")
        if !hosts.isEmpty {
            all["host"] = hosts.joined(separator: ",")
            all["port"] = ports.joined(separator: ",")
        }
        if let password = try currentPassword() { all["password"] = password }
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The file of trusted authorities, unless the user has one where libpq looks.
    private static var authorities: String? {
        let own = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".postgresql/root.crt").path
        let files = FileManager.default
        return !files.fileExists(atPath: own) && files.fileExists(atPath: systemCertificates)
            && ProcessInfo.processInfo.environment["PGSSLROOTCERT"] == nil ? systemCertificates : nil
    }

    /// The name of this process in the server's lists, of at most 63 bytes.
    private static let applicationName: String = {
        // Foundation would ask the network for the name.
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let bytes = name.prefix { $0 != 0 && $0 != CChar(bitPattern: UInt8(ascii: ".")) }.prefix(40)
        let host = String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return "formwright/\(host)/\(getpid())"
    }()
}
