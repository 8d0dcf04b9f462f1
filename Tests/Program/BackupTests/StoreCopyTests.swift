import Domains
import FailureModel
import FormsDomain
import Foundation
import LocalStore
import Pipeline
import PipelineSQL
import PostgreSQLTestSupport
import SQL
import StoreCopy
import Synchronization
import TestSupport
import TestTraits
import Testing
import Users

@Suite("Copies of stores", .blocking) struct StoreCopyTests {
    private let folder: TemporaryFolder
    private let database: PostgreSQLTestDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try PostgreSQLTestDatabase()
    }

    private func local(_ name: String) throws -> LocalSystem {
        try LocalSystem(SystemSettings(store: folder.file(name).path, domains: Domains.stored))
    }

    private func server(_ database: PostgreSQLTestDatabase? = nil) throws -> LocalSystem {
        let yaml = "store: '\((database ?? self.database).url)'\nartefacts: files\nkeys: keys\n"
        return try LocalSystem(
            SystemSettings(contentsOf: folder.write(yaml, "server.yaml").path, domains: Domains.stored))
    }

    /// A slot for the first stage of forms.
    private static func slot(_ room: Int) -> ClaimRequest.Slot {
        ClaimRequest.Slot(address: StageAddress(kind: FormKind.name, stage: "rasterise"), room: room)
    }

    @discardableResult
    private func add(_ text: String, to system: LocalSystem) async throws -> Document {
        try await system.client.importDocument(
            Data(text.utf8), owner: "ada", kind: FormKind.name, fileName: "\(text).pdf", mediaType: "application/pdf")
    }

    /// A store with rows of several modules, work in progress, and numbers that were given out and deleted.
    private func filled(_ name: String) async throws -> LocalSystem {
        let system = try local(name)
        for number in 0..<20 { try await add("Größe \(number % 15)", to: system) }
        let documents = try await system.store.documents(DocumentQuery(in: .all, limit: 100))
        for document in documents.prefix(3) { _ = try await system.client.process(document.id, in: .all) }
        try await system.client.delete(documents[3].id, in: .all)
        try await Accounts(system.database).add(
            try UserName("ada"), password: try Password(new: "correct horse battery"))
        return system
    }

    /// The rows of all tables that copies keep, as sorted text.
    private func rows(_ system: LocalSystem) throws -> [String: [String]] {
        try system.database.database.readBlocking { db in
            var all: [String: [String]] = [:]
            for table in ["documents", "jobs", "artefacts", "events", "parts", "audit_entries", "accounts_users"] {
                let hidden = ["written", "facts", "failure_details"]
                all[table] = try db.rows("SELECT * FROM \(table)", reuse: .never).map { row in
                    zip(row.names, row.values).filter { !hidden.contains($0.0) }.map { "\($0.0)=\($0.1)" }.sorted()
                        .joined(separator: " ")
                }.sorted()
            }
            return all
        }
    }

    @Test("a folder goes to PostgreSQL and back with its rows, numbers, bytes and keys")
    func roundTrip() async throws {
        let source = try await filled("store")
        let keys = try await source.keys()
        let target = try server()
        let outcome = try await StoreCopy(from: source, to: target).run(at: .now)
        try await source.copyKeys(to: target)
        #expect(outcome.rows["documents"] == 19 && outcome.files == 15 && outcome.damaged.isEmpty)
        #expect(try rows(target) == rows(source))
        #expect(try await target.keys()[.tokens] == keys[.tokens])
        let newest = try await source.store.newestEvent()
        #expect(try await target.store.newestEvent() == newest)

        let back = try local("back")
        _ = try await StoreCopy(from: target, to: back).run(at: .now)
        try await target.copyKeys(to: back)
        #expect(try rows(back) == rows(source))
        #expect(try await back.keys()[.links] == keys[.links])
        // No number of the deleted document is given out again, on either engine.
        for system in [target, back] {
            let document = try await add("later", to: system)
            #expect(document.sequence == 21)
            let events = try await system.store.events(EventQuery(in: .all, after: newest, limit: 10)).events
            #expect(events.map(\.sequence) == [newest + 1])
        }
    }

    @Test(
        "a copy that was killed while it compared goes on, unless a store has changed since", arguments: [true, false])
    func killedWhileComparing(_ isServer: Bool) async throws {
        let source = try await filled("store")
        let target = isServer ? try server() : try local("target")
        let catalogue = CatalogueCopy(
            from: source.database, to: target.database, domains: LocalSystem.tables(of: Domains.stored))
        // What the first copy left: all rows, and not yet all files.
        _ = try catalogue.run { _, _ in }
        #expect(try await target.database.read { try $0.hasTable("unfinished_copy") })
        let foreign = try await filled("foreign")
        let failure = await #expect(throws: Failure.self) {
            _ = try await StoreCopy(from: foreign, to: target).run(at: .now)
        }
        #expect(failure?.code.rawValue == "target_not_empty")
        let outcome = try await StoreCopy(from: source, to: target).run(at: .now)
        #expect(outcome.rows["documents"] == 19 && outcome.files == 15 && outcome.damaged.isEmpty)
        #expect(try rows(target) == rows(source))
        // The target is a store like any other now, and full.
        #expect(try await !target.database.read { try $0.hasTable("unfinished_copy") })
        let full = await #expect(throws: Failure.self) {
            _ = try await StoreCopy(from: source, to: target).run(at: .now)
        }
        #expect(full?.code.rawValue == "target_not_empty")

        let third = try local("third")
        _ = try CatalogueCopy(
            from: source.database, to: third.database, domains: LocalSystem.tables(of: Domains.stored)
        ).run { _, _ in }
        try await add("new", to: source)
        let changed = await #expect(throws: Failure.self) {
            _ = try await StoreCopy(from: source, to: third).run(at: .now)
        }
        #expect(changed?.code.rawValue == "target_not_empty")
    }

    @Test("a second copy into the same target is refused while the first runs", arguments: [true, false])
    func twoCopies(_ isServer: Bool) async throws {
        let source = try await filled("store")
        @Sendable func target() throws -> LocalSystem { isServer ? try server() : try local("target") }
        let codes = Mutex<[String]>([])
        _ = try await CatalogueCopy(
            from: source.database, to: target().database, domains: LocalSystem.tables(of: Domains.stored)
        ).alone {
            let failure = await #expect(throws: Failure.self) {
                _ = try await StoreCopy(from: source, to: target()).run(at: .now)
            }
            if let failure { codes.withLock { $0.append(failure.code.rawValue) } }
        }
        #expect(codes.withLock { $0 } == ["store_in_use"])
        _ = try await StoreCopy(from: source, to: target()).run(at: .now)
    }

    @Test("a source that another process has open is refused, and the process named")
    func openSource() async throws {
        let source = try await filled("store")
        let script = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            db.execute("SELECT count(*) FROM documents").fetchall()
            print("open", flush=True)
            sys.stdin.read()
            """
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", script, folder.file("store/catalogue.sqlite").path]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        _ = output.fileHandleForReading.availableData
        let failure = await #expect(throws: Failure.self) {
            _ = try await StoreCopy(from: source, to: try local("target")).run(at: .now)
        }
        #expect(failure?.code.rawValue == "store_in_use")
        #expect(failure?.message.contains("\(process.processIdentifier)") == true)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        _ = try await StoreCopy(from: source, to: try local("target")).run(at: .now)
    }

    @Test("leases end with the copy, and the work is done by a worker of the new store")
    func leases() async throws {
        let source = try await filled("store")
        let request = ClaimRequest(
            worker: "old", slots: [Self.slot(2)], limit: 1, leaseUntil: Timestamp(milliseconds: 10_000))
        let claim = try #require(try await source.store.claim(request, at: Timestamp(milliseconds: 5_000)).first)
        let target = try server()
        _ = try await StoreCopy(from: source, to: target).run(at: .now)
        #expect(try await target.store.expireLeases(at: .now) == 1)
        let again = try #require(
            try await target.store.claim(
                ClaimRequest(
                    worker: "new", slots: request.slots, limit: 10,
                    leaseUntil: Timestamp.now + .seconds(6)), at: .now
            ).first { $0.job.id == claim.job.id })
        #expect(again.job.fence == claim.job.fence + 1)
    }

    @Test("a target with content, and a source with a worker, are refused")
    func refusals() async throws {
        let source = try await filled("store")
        let taken = try server()
        try await add("other", to: taken)
        await #expect(
            throws: Failure.self,
            performing: {
                _ = try await StoreCopy(from: source, to: taken).run(at: .now)
            })
        #expect(try await taken.store.count(DocumentQuery(in: .all)) == 1)

        let busy = ClaimRequest(
            worker: "w", slots: [Self.slot(1)], limit: 1, leaseUntil: .now + .seconds(3_600))
        _ = try await source.store.claim(busy, at: .now)
        let failure = await #expect(throws: Failure.self) {
            _ = try await StoreCopy(from: source, to: try local("other")).run(at: .now)
        }
        #expect(failure?.code.rawValue == "store_in_use")
    }

    @Test("a source that changes during the copy leaves the target empty, and the next copy succeeds")
    func change() async throws {
        let source = try await filled("store")
        let target = try server()
        let catalogue = folder.file("store/catalogue.sqlite").path
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as db: db.execute("UPDATE documents SET priority = priority + 1")
            """
        let failure = await #expect(throws: Failure.self) {
            _ = try await StoreCopy(from: source, to: target).run(at: .now) { phase, completed, _ in
                // In the middle of the rows, another process writes.
                guard phase == .rows, completed > 0 else { return }
                _ = try? Program.run("/usr/bin/python3", ["-c", script, catalogue])
            }
        }
        #expect(failure?.code.rawValue == "store_in_use")
        #expect(try await target.store.count(DocumentQuery(in: .all)) == 0)
        _ = try await StoreCopy(from: source, to: target).run(at: .now)
        #expect(try rows(target) == rows(source))
    }

    @Test("documents with missing and damaged bytes are copied and named")
    func damage() async throws {
        let source = try await filled("store")
        let documents = try await source.store.documents(DocumentQuery(in: .all, limit: 100))
        let files = documents.suffix(2).map { file(of: $0.content, in: "store") }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: files[0].path)
        try Data("Größe XX".utf8).write(to: files[0])
        try FileManager.default.removeItem(at: files[1])
        let lost = Set(documents.suffix(2).map(\.content))
        let outcome = try await StoreCopy(from: source, to: server()).run(at: .now)
        #expect(
            Set(outcome.damaged) == Set(documents.filter { lost.contains($0.content) }.map(\.id)))
    }

    private func file(of content: ContentID, in store: String) -> URL {
        let files = FileManager.default.enumerator(atPath: folder.file(store + "/artefacts").path)
        let name = files?.compactMap { $0 as? String }.first { $0.hasSuffix(String(content.hex.suffix(60))) }
        return folder.file(store + "/artefacts/" + (name ?? "missing"))
    }

    @Test("a check finds missing bytes by their size, and damaged ones by their hash")
    func check() async throws {
        let system = try await filled("store")
        let whole = try await StoreCheck(of: system).run(readsBytes: true)
        #expect(whole.files == 15 && whole.faults.isEmpty)
        let documents = try await system.store.documents(DocumentQuery(in: .all, limit: 100))
        let file = file(of: documents[0].content, in: "store")
        let bytes = try Data(contentsOf: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try Data(bytes.reversed()).write(to: file)
        #expect(try await StoreCheck(of: system).run(readsBytes: false).faults.isEmpty)
        #expect(try await StoreCheck(of: system).run(readsBytes: true).faults.map(\.kind) == [.damaged])
        try FileManager.default.removeItem(at: file)
        let fault = try #require(try await StoreCheck(of: system).run(readsBytes: false).faults.first)
        #expect(fault.kind == .missing && fault.documents.contains(documents[0].id))
    }
}

extension Timestamp {
    fileprivate static var now: Timestamp { Timestamp(Date()) }
}
