import Domains
import FailureModel
import Foundation
import LocalStore
import PostgreSQLTestSupport
import TestSupport
import TestTraits
import Testing

@Suite("Keys of a store on a server", .blocking) struct StoreKeysTests {
    private let folder: TemporaryFolder
    private let database: PostgreSQLTestDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try PostgreSQLTestDatabase()
    }

    /// Opens the store as a machine with a key ring of its own.
    private func machine(_ ring: String?) throws -> LocalSystem {
        let yaml = "store: '\(database.url)'\nartefacts: files\n" + (ring.map { "keys: \($0)\n" } ?? "")
        return try LocalSystem(
            SystemSettings(contentsOf: folder.write(yaml, "\(ring ?? "none").yaml").path, domains: Domains.stored))
    }

    @Test("the first machine creates the ring, readable by its user only, and a copy of it serves another")
    func first() async throws {
        let keys = try await machine("one").keys()
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("one").path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try FileManager.default.copyItem(at: folder.file("one"), to: folder.file("two"))
        let other = try await machine("two").keys()
        #expect(other[.links] == keys[.links] && other[.tokens] == keys[.tokens])
        #expect(keys[.links] != keys[.tokens])
    }

    private func hide(_ name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file(name).path)
    }

    @Test("a machine with other keys, or without any, or with keys for everybody, is refused and creates none")
    func others() async throws {
        _ = try await machine("one").keys()
        let missing = await #expect(throws: Failure.self) { _ = try await machine("missing").keys() }
        #expect(missing?.code.rawValue == "keys_differ")
        #expect(!FileManager.default.fileExists(atPath: folder.file("missing").path))
        let foreign = String(repeating: "ab", count: 32)
        try folder.write("links \(foreign)\ntokens \(foreign)\n", "foreign")
        let open = await #expect(throws: Failure.self) { _ = try await machine("foreign").keys() }
        #expect(open?.code.rawValue == "store_unavailable" && open?.message.contains("every user") == true)
        try hide("foreign")
        let failure = await #expect(throws: Failure.self) { _ = try await machine("foreign").keys() }
        #expect(failure?.code.rawValue == "keys_differ")
        #expect(failure?.message.contains(foreign) == false)
    }

    @Test(
        "a ring with a missing, short or unknown key is left alone",
        arguments: ["", "links 00\ntokens 00\n", "links xx", "other \(String(repeating: "ab", count: 32))\n"])
    func wrong(_ text: String) async throws {
        try folder.write(text, "ring")
        try hide("ring")
        let failure = await #expect(throws: Failure.self) { _ = try await machine("ring").keys() }
        #expect(failure?.code.rawValue == "store_unavailable")
        #expect(try String(contentsOf: folder.file("ring"), encoding: .utf8) == text)
    }

    @Test("a service of a store on a server needs a key ring in the settings")
    func none() async throws {
        let failure = await #expect(throws: Failure.self) { _ = try await machine(nil).keys() }
        #expect(failure?.code.rawValue == "malformed_settings")
    }
}
