import FolderTestSupport
import Foundation
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import TestTraits
import Testing

@Suite("Addresses of servers", .blocking, .timeLimit(.minutes(30)))
struct PostgreSQLAddressTests {
    private func parameters(_ url: String) throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try PostgreSQLAddress(url).connectionParameters(options: []).map {
                ($0.keyword, $0.value)
            })
    }

    @Test("a URL names user, hosts, ports, database and parameters")
    func parts() throws {
        let all = try parameters(
            "postgresql://jo%40x:p%3Aw@db-1,[2001:db8::1]:5433,db-3:1/forms?sslmode=require&application_name=x%20y")
        #expect(all["user"] == "jo@x" && all["password"] == "p:w" && all["dbname"] == "forms")
        #expect(all["host"] == "db-1,2001:db8::1,db-3" && all["port"] == ",5433,1")
        #expect(all["sslmode"] == "require" && all["application_name"] == "x y")
        #expect(all["target_session_attrs"] == "read-write")
    }

    @Test(
        "certificates are checked unless all hosts are this machine, or the URL says otherwise",
        arguments: [
            ("db.example", "verify-full"), ("localhost,db.example", "verify-full"), ("127.evil.example", "verify-full"),
            ("10.0.0.1", "verify-full"), ("localhost", "prefer"), ("127.0.0.1,[::1]", "prefer"),
            ("%2Fvar%2Frun", "prefer"), ("", "verify-full"),
        ])
    func verification(hosts: String, mode: String) throws {
        #expect(try parameters("postgresql://\(hosts)/x")["sslmode"] == mode)
        #expect(try parameters("postgresql://\(hosts)/x?sslmode=verify-ca")["sslmode"] == "verify-ca")
        #expect(try parameters("postgresql://\(hosts)/x?hostaddr=10.0.0.1")["sslmode"] == "verify-full")
    }

    @Test("a password with a slash is refused rather than taken for a name, and that of a key is not shown")
    func hiddenPasswords() throws {
        let error = #expect(throws: SQLError.self) {
            try PostgreSQLAddress("postgresql://ada:12/Geheim@db.example/forms")
        }
        #expect(error?.description.contains("Geheim") == false)
        let address = try PostgreSQLAddress("postgresql://ada@db.example/forms?sslpassword=Geheim")
        #expect(address.hasPassword && !"\(address)".contains("Geheim"))
    }

    @Test("a password is in no description")
    func redaction() throws {
        for url in ["postgresql://jo:geheim@db-1:1/x?sslmode=require", "postgresql://db-1:1/x?password=geheim&user=jo"]
        {
            let address = try PostgreSQLAddress(url)
            var dumped = ""
            dump(address, to: &dumped)
            for text in ["\(address)", String(reflecting: address), dumped] {
                #expect(text.contains("db-1:1") && text.contains("jo") && !text.contains("geheim"))
            }
        }
    }

    @Test(
        "a wrong URL is refused by an error without any part of it",
        arguments: [
            "mysql://geheim", "postgresql://u:pw?geheim=1@h/x", "postgresql://h/x?ge%20heim=1",
            "postgresql://h:geheim/x", "postgresql://h:99999/x",
            "postgresql://a%zz/geheim", "postgresql://h/x?user", "postgresql://[::1/geheim",
            "postgresql://[::1]geheim/", "postgresql://h/a%00geheim", "postgresql://h/x?client_encoding=geheim",
            "postgresql://h/" + String(repeating: "geheim", count: 2_000),
        ])
    func refusal(url: String) throws {
        let error = #expect(throws: SQLError.self) { _ = try PostgreSQLAddress(url) }
        #expect(error?.kind == .unreachable)
        #expect(error?.description.contains("geheim") == false)
    }

    @Test("a parameter that is not known, or has a wrong value, is named")
    func parameterNames() throws {
        let error = #expect(throws: SQLError.self) { _ = try PostgreSQLAddress("postgresql://h/x?sslrotcert=geheim") }
        #expect(error?.reason?.contains("sslrotcert") == true && error?.isMistake == true)
        #expect(error?.description.contains("geheim") == false)
        let wrong = #expect(throws: SQLError.self) {
            _ = try PostgreSQLDatabase.open(
                PostgreSQLAddress("postgresql://127.0.0.1/x?sslmode=geheim"), patience: .seconds(1_800))
        }
        #expect(wrong?.reason?.contains("sslmode") == true && wrong?.reason?.contains("geheim") == false)
    }

    @Test("a password crosses the network unencrypted only if the URL says so", arguments: ["allow", "prefer"])
    func plainPasswords(_ mode: String) throws {
        let error = #expect(throws: SQLError.self) { try parameters("postgresql://db.example/x?sslmode=\(mode)") }
        #expect(error?.isMistake == true && error?.reason?.contains(mode) == true)
        #expect(try parameters("postgresql://db.example/x?sslmode=disable")["sslmode"] == "disable")
        #expect(try parameters("postgresql://127.0.0.1/x?sslmode=\(mode)")["sslmode"] == mode)
    }

    @Test("a database of another encoding is refused")
    func encoding() throws {
        let server = try PostgreSQLTestServer.shared()
        let name = "latin_\(UInt32.random(in: 0...UInt32.max))"
        try server.administer("CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        defer { try? server.administer("DROP DATABASE \(name)") }
        let error = #expect(throws: SQLError.self) {
            _ = try PostgreSQLDatabase.open(PostgreSQLAddress(server.url(of: name)), patience: .seconds(1_800))
        }
        #expect(error?.isMistake == true && error?.reason?.contains("LATIN1") == true)
    }

    @Test("the password comes from a file that the URL names, for each connection anew")
    func passwordFile() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("first\n", "password")
        let address = try PostgreSQLAddress("postgresql://h/x?passwordFile=\(file.path)")
        func password() throws -> String? {
            try address.connectionParameters(options: []).first { $0.keyword == "password" }?.value
        }
        #expect(try password() == "first")
        try folder.write("second", "password")
        #expect(try password() == "second")
        try folder.write(String(repeating: "x", count: 10_000), "password")
        #expect(throws: SQLError.self) { try password() }
        try FileManager.default.removeItem(at: file)
        #expect(throws: SQLError.self) { try password() }
    }

    @Test("of several hosts, the one that accepts writes is used, also after they have changed roles")
    func hosts() throws {
        let standby = try PostgreSQLTestServer(settings: ["cluster_name = standby"])
        let primary = try PostgreSQLTestServer(settings: ["cluster_name = primary"])
        try standby.administer("ALTER SYSTEM SET default_transaction_read_only = on")
        try standby.administer("SELECT pg_reload_conf()")
        let sockets = [standby, primary].map { $0.folder.replacing("/", with: "%2F") }.joined(separator: ",")
        let address = try PostgreSQLAddress("postgresql://\(PostgreSQLTestServer.role)@\(sockets)/postgres")
        let database = try PostgreSQLDatabase.open(address, patience: .seconds(1_800))
        func name() throws -> String? {
            try database.readBlocking { try $0.value(String.self, "SELECT current_setting('cluster_name')") }
        }
        #expect(try name() == "primary")
        primary.stop(.fast)
        let error = #expect(throws: SQLError.self) { try name() }
        #expect(error?.kind == .unreachable)
        try standby.administer("ALTER SYSTEM RESET default_transaction_read_only")
        try standby.administer("SELECT pg_reload_conf()")
        // The server reads its settings when it finds the time.
        while (try? name()) != "standby" {}
    }
}
