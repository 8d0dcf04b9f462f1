import HTTPService
import Users
import Backup
import Domains
import Foundation
import LocalStore
import Pipeline
import TestSupport
import TestTraits
import Testing

/// A store whose hashes, tokens and signatures were made with swift-crypto and JWTKit.
@Suite("A store of an earlier build", .blocking) struct EarlierStoreTests {
    private let folder: TemporaryFolder
    private let system: LocalSystem

    init() throws {
        folder = try TemporaryFolder()
        let tar = try folder.write(
            Program.run("gzip", ["-dc", TestData.url("stores/swift-crypto.tar.gz").path]), "backup.tar")
        let store = folder.file("store")
        let file = try FileHandle(forReadingFrom: tar)
        // Compares each stored byte with its SHA-256.
        let outcome = try StoreRestoration(into: store, domains: Domains.stored).run(reading: file.fileDescriptor)
        #expect(outcome.documents == 1 && outcome.damaged == 0)
        system = try LocalSystem(SystemSettings(store: store.path, domains: Domains.stored))
    }

    @Test("its passwords and API tokens are valid, and no others")
    func secrets() async throws {
        let accounts = Accounts(system.database)
        #expect(try await !accounts.logIn(name: "ada", password: "correct horse battery", replacing: nil).isEmpty)
        await #expect(throws: (any Error).self) {
            try await accounts.logIn(name: "ada", password: "correct horse battary", replacing: nil)
        }
        let token = "fwt_6e8f892b9bb491de9eaa8a1d89a2df6d3bcf9e94a99c89fa63977078ff64e0a1"
        #expect(try await accounts.identity(ofToken: token)?.owner == "ada")
        #expect(try await accounts.identity(ofToken: token.dropLast() + "2") == nil)
    }

    @Test("the key of its apps is signed as it was, and is accepted")
    func signatures() async throws {
        let key = try KeyFile.key(in: StoreKey.tokens.file(in: system.settings.folder))
        let project = ProjectAccounts(Accounts(system.database), signer: TokenSigner(key: key))
        let known =
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJhbm9uIiwiaXNzIjoiZm9ybXdyaWdodCIsInJvbGUiOiJhbm9uIn0"
            + ".1fv_ZO-u_Q6pzeiuNyVd-ophHTYgiBj8WBuxceV6V5g"
        #expect(try await project.appKey() == known)
        #expect(try await project.bearer(of: known) != nil)
        #expect(try await project.bearer(of: known.dropLast() + "A") == nil)
    }
}
