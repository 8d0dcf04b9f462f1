import CPQ
import Foundation
package import SQL

/// The address of a database on a PostgreSQL server.
///
/// It is a URL such as `postgresql://user@host-1,host-2:5433/database`.
/// Of several hosts, the first that accepts writes is used. TLS with a certificate that is checked is the default, except
/// for sockets and this machine. The password may be in the URL, in the file that the parameter `passwordFile` names, or
/// where libpq looks for one (`passfile`, `PGPASSFILE`); no description contains it.
package struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Maximum length of a URL, in bytes.
    package static let longest = 8_192
    /// Maximum size of a file with a password, in bytes.
    static let longestPassword = 4_096

    /// The hosts and sockets, in order.
    let hosts: [String]
    /// The ports by host; empty for libpq's.
    let ports: [String]
    /// libpq's parameters from the URL.
    private(set) var parameters: [String: String] = [:]
    private var password: String?
    private let passwordFile: String?

    /// Reads a URL.
    ///
    /// - Throws: ``SQL/SQLError`` that contains no part of the URL but names of parameters, or says that libpq is missing.
    package init(_ url: String) throws(SQLError) {
        guard formwright_has_pq() != 0 else {
            throw SQLError(.unreachable, "A PostgreSQL server needs libpq: install the package libpq5.")
        }
        guard url.utf8.count <= Self.longest else { throw Self.wrong("it is too long") }
        guard let scheme = ["postgresql://", "postgres://"].first(where: url.hasPrefix) else {
            throw Self.wrong("it does not begin with postgresql://")
        }
        let parts = url.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var authority = place[0]
        if let at = authority.lastIndex(of: "@") {
            let user = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if !user[0].isEmpty { parameters["user"] = try Self.decoded(user[0]) }
            if user.count > 1 { password = try Self.decoded(user[1]) }
            authority = authority[authority.index(after: at)...]
        }
        var (hosts, ports) = try Self.hosts(authority)
        if place.count > 1, !place[1].isEmpty {
            // Otherwise a password with a slash would become part of the name, which is no secret.
            guard !place[1].contains("@") else {
                throw Self.wrong("a slash or an @ before the host is written %2F or %40")
            }
            parameters["dbname"] = try Self.decoded(place[1])
        }

        var file: String?
        let known = Self.knownParameters
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(sides[0])
            guard sides.count > 1 else { throw Self.wrong("a parameter has no value") }
            let value = try Self.decoded(sides[1])
            switch name {
            case "password": password = value
            case "passwordFile": file = value
            case "host": hosts = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            case "port": ports = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            case _ where known.contains(name): parameters[name] = value
            default:
                // A name that may be part of a password is not shown.
                let isName = !parts[1].contains("@") && name.firstMatch(of: /^[A-Za-z_]{1,40}$/) != nil
                throw Self.wrong(isName ? "the parameter \(name) is not known" : "it has a parameter that is not known")
            }
        }
        if ports.count == 1, hosts.count > 1 { ports = Array(repeating: ports[0], count: hosts.count) }
        guard ports.allSatisfy({ $0.isEmpty || (UInt16($0) ?? 0) > 0 }) else { throw Self.wrong("a port is no number") }
        self.hosts = hosts
        self.ports = ports
        passwordFile = file
    }

    private static func hosts(_ authority: Substring) throws(SQLError) -> (hosts: [String], ports: [String]) {
        var hosts: [String] = []
        var ports: [String] = []
        guard !authority.isEmpty else { return ([], []) }
        for part in authority.split(separator: ",", omittingEmptySubsequences: false) {
            var rest = part
            if part.hasPrefix("[") {
                guard let end = part.firstIndex(of: "]") else { throw wrong("an address has no closing bracket") }
                hosts.append(String(part[part.index(after: part.startIndex)..<end]))
                rest = part[part.index(after: end)...]
                guard rest.isEmpty || rest.hasPrefix(":") else { throw wrong("an address is followed by something") }
            } else {
                hosts.append(try decoded(part.prefix { $0 != ":" }))
                rest = part.drop { $0 != ":" }
            }
            ports.append(String(rest.dropFirst()))
        }
        return (hosts, ports)
    }

    private static func decoded(_ text: some StringProtocol) throws(SQLError) -> String {
        guard let decoded = String(text).removingPercentEncoding, !decoded.utf8.contains(0) else {
            throw wrong("a percent sign is not followed by two hexadecimal digits")
        }
        return decoded
    }

    private static func wrong(_ reason: String) -> SQLError {
        let sentence = "The URL of the PostgreSQL server is wrong: \(reason)."
        return SQLError(.unreachable, sentence, reason: sentence, isMistake: true)
    }

    /// Whether the URL has the password itself.
    package var hasPassword: Bool { password != nil || parameters[Self.keyPassword] != nil }

    /// The parameter with the password of a client's key.
    private static let keyPassword = "sslpassword"

    // MARK: Descriptions

    /// The URL without the password.
    package var description: String {
        let places = hosts.enumerated().map { index, host in
            let name = host.contains(":") ? "[\(host)]" : Self.encoded(host)
            let port = index < ports.count ? ports[index] : ""
            return port.isEmpty ? name : "\(name):\(port)"
        }
        let user = parameters["user"].map { "\(Self.encoded($0))@" } ?? ""
        let database = Self.encoded(parameters["dbname"] ?? "")
        let others = parameters.filter { !["user", "dbname", Self.keyPassword].contains($0.key) }.sorted {
            $0.key < $1.key
        }
        let query = others.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return "postgresql://\(user)\(places.joined(separator: ","))/\(database)" + (query.isEmpty ? "" : "?\(query)")
    }

    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["url": description]) }

    private static func encoded(_ text: String) -> String {
        let plain = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// Whether all connections stay on this machine, as far as the URL tells.
    ///
    /// Without a host, libpq looks for one in the environment. An address that is given beside the hosts replaces theirs.
    var isLocal: Bool {
        guard !hosts.isEmpty, parameters["hostaddr"] == nil, ProcessInfo.processInfo.environment["PGHOSTADDR"] == nil
        else { return false }
        return hosts.allSatisfy { host in
            host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
                || host.hasPrefix("127.") && host.split(separator: ".").allSatisfy { UInt8($0) != nil }
        }
    }

    /// Returns the password of the URL or its file; `nil` leaves it to libpq.
    func currentPassword() throws(SQLError) -> String? {
        guard let passwordFile else { return password }
        // Read for each connection, since a password may be changed.
        guard let file = FileHandle(forReadingAtPath: passwordFile),
            let data = try? file.read(upToCount: Self.longestPassword + 1), data.count <= Self.longestPassword,
            let line = String(data: data, encoding: .utf8)?.split(whereSeparator: \.isNewline).first
        else {
            let sentence = "The password of the PostgreSQL server cannot be read from its file."
            throw SQLError(.unreachable, sentence, reason: sentence, isMistake: true)
        }
        return String(line)
    }
}
