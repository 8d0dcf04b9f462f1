import HTTPService
import Domains
import FormsDomain
import LocalStore
import TradingDomain
import Audit
import FailureModel
import FileCollections
import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import ServiceTestSupport
import SQL
import SQLTestSupport
import TestSupport
import Testing
import Users

@Suite("Retention and deletion", .onEveryEngine) struct RetentionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func system(_ yaml: String = "") throws -> LocalSystem {
        let file = try folder.write(yaml, "pipeline.yaml")
        return try .empty(
            SystemSettings(contentsOf: file.path, store: folder.file("store").path, domains: Domains.stored))
    }

    private func add(_ text: String, to system: LocalSystem) async throws -> Document {
        try await system.client.importDocument(
            Data(text.utf8), owner: .local, kind: FormKind.name, fileName: "a.pdf", mediaType: "application/pdf")
    }

    private func days(_ count: Int) -> ManualClock {
        ManualClock(now: Timestamp(Date()) + .seconds(count * 86_400))
    }

    @Test("documents are deleted with their bytes when they have not been used for as long as the settings say")
    func expiry() async throws {
        let system = try system("retention: {days: 30}")
        let unused = try await add("unused", to: system)
        let viewed = try await add("viewed", to: system)
        let working = try await add("working", to: system)
        _ = try await system.client.process(working.id, in: .all)
        try await AuditLog(system.database, clock: days(20)).record(
            .viewed, of: viewed.id, by: AuditActor(owner: .local, credential: "local"))

        #expect(try await Retention(system, clock: days(29)).run() == Retention.Outcome())
        let outcome = try await Retention(system, clock: days(31)).run()
        #expect(outcome.documents == 1)
        let left = try await system.store.documents(DocumentQuery(in: .all, limit: 10)).map(\.id)
        #expect(Set(left) == [viewed.id, working.id])
        #expect(try !system.artefacts.contains(unused.content))
        #expect(try system.artefacts.contains(viewed.content))
        let entries = try await system.audit.entries(AuditQuery(document: unused.id))
        #expect(entries.map(\.action) == [.expired] && entries.map(\.actor.credential) == ["retention"])
        #expect(try await Retention(system, clock: days(51)).run().documents == 1)
    }

    @Test(
        "a node whose clock is years ahead deletes nothing if the server's clock decides, and all if its own does",
        arguments: [LeaseClock.server, .caller])
    func wrongClock(_ leaseClock: LeaseClock) async throws {
        let ahead = days(4_000)
        let file = try folder.write("retention: {days: 30}", "pipeline.yaml")
        let settings = try SystemSettings(
            contentsOf: file.path, store: folder.file("store").path, domains: Domains.stored)
        let artefacts = try LocalArtefactStore(root: folder.file("artefacts").path)
        let stores = try SQLStore.nodes(
            2, domains: LocalSystem.tables(of: Domains.stored), leaseClock: leaseClock,
            nodeClock: { $0 == 0 ? SystemClock() as any PipelineClock : ahead })
        let systems = stores.map { LocalSystem(settings, $0, artefacts) }
        for store in stores { _ = try await store.currentTime() }
        let document = try await add("kept", to: systems[0])
        try await systems[0].audit.record(.viewed, of: document.id, by: AuditActor(owner: .local, credential: "local"))
        let accounts = stores.map {
            Accounts($0, hasher: PasswordHasher(cost: .init(logRounds: 4, blockSize: 8, parallelism: 1)))
        }
        let password = "correct horse battery"
        for name in ["ada", "bob"] {
            try await accounts[0].add(try UserName(name), password: try Password(new: password))
        }
        let session = try await accounts[0].logIn(name: "ada", password: password, replacing: nil)

        let outcome = try await Retention(systems[1]).run()
        let other = try await accounts[1].logIn(name: "bob", password: password, replacing: nil)
        let isServers = leaseClock == .server
        #expect(outcome.documents == (isServers ? 0 : 1) && (outcome.entries == 0) == isServers)
        #expect(try await (accounts[0].identity(ofSession: session) != nil) == isServers)
        #expect(try await accounts[1].identity(ofSession: other) != nil)
    }

    @Test("the files of a collection are kept as long as it is used, and its name no longer")
    func parts() async throws {
        let system = try system("retention: {days: 30}")
        let data = Data("date,symbol,close\n2025-01-01,A,1\n".utf8)
        let key = try CollectionKey("depot", kind: AccountKind.name, owner: .local)
        let account = try await system.collections.grow(
            key, of: AccountKind(),
            by: [
                FileCollections.NewFile(
                    content: try system.artefacts.put(data), byteCount: Int64(data.count), name: "depot.prices.csv",
                    mediaType: "text/csv")
            ])
        // Nobody works on them, and work that has begun is never deleted.
        let file = try #require(try await system.collections.files(of: key).first)
        _ = try await system.client.cancel(file.id, in: .all)
        _ = try await system.client.cancel(account.id, in: .all)
        try await AuditLog(system.database, clock: days(20)).record(
            .viewed, of: account.id, by: AuditActor(owner: .local, credential: "local"))
        #expect(try await Retention(system, clock: days(31)).run().documents == 0)
        #expect(try await Retention(system, clock: days(51)).run().documents == 1)
        #expect(try await Retention(system, clock: days(51)).run().documents == 1)
        #expect(try await system.store.documents(DocumentQuery(in: .all, limit: 10)).isEmpty)
        let names = try await system.database.read {
            try $0.value(Int.self, "SELECT count(*) FROM collections_names")
        }
        #expect(names == 0)
    }

    @Test("nothing is deleted by default, and entries of the log after a year")
    func defaults() async throws {
        let system = try system()
        let document = try await add("kept", to: system)
        try await system.audit.record(.viewed, of: document.id, by: AuditActor(owner: "ada", credential: "session"))
        #expect(try await Retention(system, clock: days(364)).run() == Retention.Outcome())
        let outcome = try await Retention(system, clock: days(366)).run()
        #expect(outcome.documents == 0 && outcome.entries == 1)
        #expect(try await system.store.document(document.id, in: .all).id == document.id)
    }

    @Test("the log keeps what the last use of a document is known by")
    func longRetention() async throws {
        let system = try system("retention: {days: 100, auditDays: 10}")
        let document = try await add("used", to: system)
        try await AuditLog(system.database, clock: days(80)).record(
            .downloaded, of: document.id, by: AuditActor(owner: .local, credential: "link"))
        #expect(try await Retention(system, clock: days(120)).run() == Retention.Outcome())
        #expect(try await Retention(system, clock: days(181)).run().documents == 1)
    }

    @Test("a deleted document's bytes go at once, unless another document has the same")
    func deletion() async throws {
        let system = try system()
        let first = try await add("same", to: system)
        let second = try await add("same", to: system)
        let other = try await add("other", to: system)
        try await system.client.delete(first.id, in: .all)
        #expect(try system.artefacts.contains(second.content))
        try await system.client.delete(other.id, in: .all)
        #expect(try !system.artefacts.contains(other.content))
        try await system.client.delete(second.id, in: .all)
        #expect(try !system.artefacts.contains(second.content))
    }

    @Test("bytes that were put again since are left to whoever put them")
    func putAgain() async throws {
        let system = try system()
        let document = try await add("contested", to: system)
        try await Task.sleep(for: .milliseconds(20))
        let content = try system.artefacts.put(Data("contested".utf8))
        try await system.client.delete(document.id, in: .all)
        #expect(try system.artefacts.contains(content))
    }

    @Test("imports and deletions of the same bytes at the same time never leave a document without them")
    func race() async throws {
        let system = try system()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    for _ in 0..<60 {
                        let document = try await add("contested", to: system)
                        #expect(try system.artefacts.contains(document.content))
                        try await system.client.delete(document.id, in: .all)
                    }
                }
            }
            group.addTask {
                for _ in 0..<120 {
                    let upload = try system.artefacts.upload()
                    try upload.append(Data("contested".utf8))
                    let stored = try upload.commit()
                    do {
                        let document = try await system.client.importStored(
                            stored.content, byteCount: stored.byteCount, id: DocumentID(UUID()), owner: .local,
                            kind: FormKind.name, fileName: "b.pdf", mediaType: "application/pdf")
                        #expect(try system.artefacts.contains(document.content))
                        try await system.client.delete(document.id, in: .all)
                    } catch let failure as Failure where failure.code == .artefactMissing {
                        // The caller is told, and has no document.
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await system.store.count(DocumentQuery(in: .all, limit: 1)) == 0)
    }
}
