import FolderTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import TestTraits
import Testing

@Suite("Encrypted connections", .blocking, .serialized)
struct EncryptionTests {
    private let folder: TemporaryFolder
    private let certificate: TestCertificate
    private let server: PostgreSQLTestServer
    private let port: Int

    init() throws {
        folder = try TemporaryFolder()
        certificate = try TestCertificate(in: folder.path, for: ["DNS:localhost"])
        server = try PostgreSQLTestServer(certificate: certificate)
        try server.administer("ALTER ROLE \(PostgreSQLTestServer.role) PASSWORD 'geheim'")
        port = try #require(server.port)
    }

    private func error(_ host: String, password: String = "geheim", authority: String) -> SQLError? {
        #expect(throws: SQLError.self) {
            _ = try PostgreSQLDatabase.open(
                PostgreSQLAddress(url(host, password: password, authority: authority)), patience: .seconds(1_800))
        }
    }

    private func url(_ host: String, password: String, authority: String) -> String {
        "postgresql://\(PostgreSQLTestServer.role):\(password)@\(host):\(port)/postgres?sslmode=verify-full"
            + "&sslrootcert=\(authority)"
    }

    @Test("the cause of a failed connection is named, and only temporary causes are waited for")
    func causes() throws {
        func error(_ url: String) -> SQLError? {
            #expect(throws: SQLError.self) {
                _ = try PostgreSQLDatabase.open(PostgreSQLAddress(url), patience: .seconds(1_800))
            }
        }
        let known = url("localhost", password: "geheim", authority: certificate.authority)
        let closed = try PostgreSQLTestServer.freePort()
        let cases = [
            (error(known.replacing("/postgres?", with: "/nowhere?")), "database", true),
            (error(known.replacing("@localhost:", with: "@nowhere.invalid:")), "host", false),
            (error(known.replacing(":\(port)/", with: ":\(closed)/")), "not running", false),
            (error(known.replacing("sslmode=verify-full", with: "sslmode=disable")), "pg_hba.conf", true),
        ]
        for (error, word, isMistake) in cases {
            #expect(error?.reason?.contains(word) == true && error?.isMistake == isMistake, "\(error as Any)")
            #expect(error?.reason?.contains("geheim") == false)
        }
        #expect(Set(cases.map { $0.0?.reason }).count == cases.count)
    }

    @Test("a server is believed only by its name and authority, and believes only the password")
    func verification() throws {
        let address = try PostgreSQLAddress(
            url("localhost", password: "geheim", authority: certificate.authority))
        let database = try PostgreSQLDatabase.open(address, patience: .seconds(1_800))
        let isEncrypted = try database.readBlocking { db in
            try db.value(Bool.self, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        }
        #expect(isEncrypted == true)

        let elsewhere = try TemporaryFolder()
        let stranger = try TestCertificate(in: elsewhere.path, for: ["DNS:localhost"])
        let errors = [
            error("localhost", authority: stranger.authority), error("127.0.0.1", authority: certificate.authority),
            error("localhost", authority: folder.path + "/nowhere.crt"),
            error("localhost", password: "falsch", authority: certificate.authority),
        ]
        #expect(errors[0]?.reason?.contains("certificate") == true && errors[1]?.reason == errors[0]?.reason)
        #expect(errors[2]?.reason == errors[0]?.reason)
        #expect(errors[3]?.reason?.contains("password") == true)
        #expect(errors.allSatisfy { $0?.isMistake == true })
        for error in errors {
            #expect(error?.kind == .unreachable)
            #expect(error?.description.contains("geheim") == false && error?.description.contains("falsch") == false)
        }
    }
}
