import Domains
import FormsDomain
import LocalStore
import Backup
import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import FamiliesService
import Synchronization
import TestSupport
import TestTraits
import Testing

@Suite("Backups", .blocking) struct BackupTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func system(_ name: String = "store") throws -> LocalSystem {
        try LocalSystem(SystemSettings(store: folder.file(name).path, domains: Domains.stored))
    }

    /// A domain with a table that the store refuses.
    private static let nameless: Domain = {
        var domain = Domain(kinds: [])
        domain.tables = [DomainSchema("No name", migrations: [])]
        return domain
    }()

    private func add(_ text: String, to system: LocalSystem) async throws -> Document {
        try await system.client.importDocument(
            Data(text.utf8), owner: "ada", kind: FormKind.name, fileName: "a.pdf", mediaType: "application/pdf")
    }

    /// Runs what blocks on a thread that may.
    private func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    private func backup(
        _ system: LocalSystem, _ report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> (file: URL, outcome: StoreBackup.Outcome) {
        let file = folder.file("\(UUID()).tar")
        let outcome = try await blocking {
            let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            defer { close(descriptor) }
            return try StoreBackup(of: system).write(to: descriptor, name: "backup", report: report)
        }
        return (file, outcome)
    }

    @discardableResult
    private func restore(_ file: URL, _ name: String = "restored") async throws -> StoreRestoration.Outcome {
        let target = folder.file(name)
        return try await blocking {
            let descriptor = open(file.path, O_RDONLY)
            defer { close(descriptor) }
            return try StoreRestoration(into: target, domains: Domains.stored).run(reading: descriptor)
        }
    }

    @Test("what is wrong with the program that restores is not called a damaged backup")
    func faultOfProgram() async throws {
        let system = try system()
        _ = try await add("a document", to: system)
        let (file, _) = try await backup(system)
        let target = folder.file("restored")
        let failure = await #expect(throws: Failure.self) {
            try await blocking {
                let descriptor = open(file.path, O_RDONLY)
                defer { close(descriptor) }
                let domains = Domains.stored + [Self.nameless]
                _ = try StoreRestoration(into: target, domains: domains).run(reading: descriptor)
            }
        }
        #expect(failure?.code == .storeUnavailable)
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test("a store is restored with its documents, bytes, history and key")
    func roundTrip() async throws {
        let system = try system()
        var documents: [Document] = []
        for number in 0..<20 { documents.append(try await add("document \(number % 15)", to: system)) }
        documents[0] = try await system.client.process(documents[0].id, in: .all)
        for (number, key) in StoreKey.allCases.enumerated() {
            try folder.write(Data(repeating: UInt8(number), count: 32), "store/\(key.rawValue)")
        }
        let (file, outcome) = try await backup(system)
        #expect(outcome.documents == 20 && outcome.files == 15 && outcome.damaged.isEmpty)
        let restored = try await restore(file)
        #expect(restored.documents == 20 && restored.files == 15 && restored.damaged == 0)
        let copy = try self.system("restored")
        let found = try await copy.store.documents(DocumentQuery(in: .all, limit: 100))
        #expect(found == (try await system.store.documents(DocumentQuery(in: .all, limit: 100))))
        for document in found { #expect(ContentID(of: try copy.artefacts.read(document.content)) == document.content) }
        #expect(try await copy.store.events(of: documents[0].id, in: .all).count == 3)
        for (number, key) in StoreKey.allCases.enumerated() {
            let bytes = try Data(contentsOf: key.file(in: folder.file("restored")))
            #expect(bytes == Data(repeating: UInt8(number), count: 32))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("restored").path)[.posixPermissions]
        #expect(mode as? Int == 0o700)
        #expect(folder.names.filter { $0.hasPrefix(".") }.isEmpty)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("store").path)
        #expect(!left.contains { $0.hasPrefix("backup-") })
    }

    @Test("a backup of the first version, which has one key, is restored")
    func firstVersion() async throws {
        let system = try system()
        _ = try await add("document", to: system)
        try folder.write(Data(repeating: 7, count: 32), "store/links.key")
        let file = try await backup(system).file
        let script = """
            import io, json, sys, tarfile
            source, target = (tarfile.open(path, mode) for path, mode in zip(sys.argv[1:], "rw"))
            for entry in source:
                data = source.extractfile(entry).read()
                if entry.name == "manifest.json":
                    manifest = json.loads(data) | {"version": 1}
                    manifest["linksKey"] = manifest.pop("keys")["links.key"]
                    data = json.dumps(manifest).encode()
                    entry.size = len(data)
                target.addfile(entry, io.BytesIO(data))
            target.close()
            """
        let old = folder.file("old.tar")
        try Program.run("/usr/bin/python3", ["-c", script, file.path, old.path])
        #expect(try await restore(old).documents == 1)
        #expect(try Data(contentsOf: folder.file("restored/links.key")) == Data(repeating: 7, count: 32))
    }

    @Test("a key that cannot be read ends a backup, which would be without it")
    func unreadableKey() async throws {
        let system = try system()
        try FileManager.default.createDirectory(at: folder.file("store/tokens.key"), withIntermediateDirectories: false)
        let error = await #expect(throws: Failure.self) { try await backup(system) }
        #expect(error?.code == .diskError && error?.message.contains("tokens.key") == true)
    }

    @Test("a backup is consistent while documents come and go")
    func whileInUse() async throws {
        let system = try system()
        for number in 0..<30 { _ = try await add("early \(number)", to: system) }
        let isOver = Mutex(false)
        async let changes: Void = {
            var number = 0
            while !isOver.withLock({ $0 }) {
                number += 1
                let document = try await add("late \(number)", to: system)
                if number % 2 == 0 { try await system.client.delete(document.id, in: .all) }
            }
        }()
        var files: [URL] = []
        for _ in 0..<5 { files.append(try await backup(system).file) }
        isOver.withLock { $0 = true }
        try await changes
        for (number, file) in files.enumerated() {
            #expect(try await restore(file, "restored-\(number)").documents >= 30)
        }
    }

    @Test("a document that is deleted while its bytes are copied is not in the backup")
    func deletedMeanwhile() async throws {
        let system = try system()
        var documents: [Document] = []
        for number in 0..<3 { documents.append(try await add("document \(number)", to: system)) }
        let last = try #require(documents.max { $0.content.hex < $1.content.hex })
        let (file, outcome) = try await backup(system) { completed, _ in
            guard completed == 1 else { return }
            let isDeleted = DispatchSemaphore(value: 0)
            Task {
                try await system.client.delete(last.id, in: .all)
                isDeleted.signal()
            }
            isDeleted.wait()
        }
        #expect(outcome.documents == 2 && outcome.damaged.isEmpty)
        #expect(try await restore(file).documents == 2)
    }

    @Test("bytes that the disk has damaged do not prevent a backup, and are named")
    func damage() async throws {
        let system = try system()
        let bad = try await add("bad", to: system)
        let gone = try await add("gone", to: system)
        _ = try await add("good", to: system)
        func path(_ content: ContentID) -> URL {
            folder.file("store/artefacts/objects/\(content.hex.prefix(2))/\(content.hex.dropFirst(2))")
        }
        try Data("BAD".utf8).write(to: path(bad.content))
        try FileManager.default.removeItem(at: path(gone.content))
        let (file, outcome) = try await backup(system)
        #expect(Set(outcome.damaged) == [bad.id, gone.id])
        let restored = try await restore(file)
        #expect(restored.documents == 3 && restored.files == 1 && restored.damaged == 2)
        #expect(try !self.system("restored").artefacts.contains(bad.content))
    }

    @Test("a snapshot has no name while it is copied, and one that a killed backup has left is removed")
    func transientFiles() async throws {
        let system = try system()
        _ = try await add("document", to: system)
        func leave(_ name: String) throws -> URL {
            try FileManager.default.createDirectory(
                at: folder.file("store/\(name)"), withIntermediateDirectories: false)
            try folder.write(Data("values".utf8), "store/\(name)/catalogue.sqlite")
            try folder.write(Data("values".utf8), "store/\(name)/catalogue.sqlite-journal")
            return folder.file("store/\(name)")
        }
        let abandoned = try leave("backup-\(UUID())")
        let inUse = try leave("backup-\(UUID())")
        let other = try leave("backup-of-june")
        let lock = open(inUse.path, O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let store = folder.file("store").path
        let seen = Mutex<[String]>([])
        _ = try await backup(system) { _, _ in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: store)) ?? []
            seen.withLock { $0 += names.filter { $0.hasPrefix("backup-") } }
        }
        #expect(Set(seen.withLock { $0 }) == [inUse.lastPathComponent, other.lastPathComponent])
        #expect(!FileManager.default.fileExists(atPath: abandoned.path))
    }

    @Test("what a killed restoration has left is removed by the next one")
    func abandonedRestoration() async throws {
        let (file, _) = try await backup(try system())
        for name in ["restored", "other"] {
            let left = ".\(name).restoring-\(UUID())"
            try FileManager.default.createDirectory(at: folder.file(left), withIntermediateDirectories: false)
            try folder.write(Data("values".utf8), "\(left)/catalogue.sqlite")
        }
        try await restore(file)
        #expect(folder.names.filter { $0.hasPrefix(".") }.map { $0.prefix(17) } == [".other.restoring-"])
    }

    @Test("a folder that has files is not restored into")
    func notEmpty() async throws {
        let (file, _) = try await backup(try system())
        let error = await #expect(throws: Failure.self) { try await restore(file, "store") }
        #expect(error?.code == .storeNotEmpty)
        try FileManager.default.createDirectory(at: folder.file("empty"), withIntermediateDirectories: false)
        try await restore(file, "empty")
        #expect(try await self.system("empty").store.count(DocumentQuery(in: .all, limit: 1)) == 0)
    }

    @Test(
        "a backup that was cut or changed is refused, and leaves nothing",
        arguments: [
            "cut", "changed byte", "changed catalogue", "missing object", "link", "outside", "other entry", "twice",
            "after manifest", "newer", "no manifest", "trigger", "disguised trigger", "view", "newer migration",
            "key without digest", "other key",
        ])
    func hostile(_ change: String) async throws {
        let system = try system()
        for number in 0..<5 { _ = try await add("document \(number)", to: system) }
        let (file, _) = try await backup(system)
        let changed = folder.file("changed.tar")
        let script = """
            import hashlib, io, json, sqlite3, sys, tarfile
            source, target, change = sys.argv[1:]
            trigger = "CREATE TRIGGER x AFTER INSERT ON feed BEGIN DELETE FROM documents; END"
            changes_of_catalogue = {
                "trigger": trigger,
                "disguised trigger": trigger + ";PRAGMA writable_schema = ON;"
                    "UPDATE sqlite_master SET type = 'table' WHERE name = 'x'",
                "view": "CREATE VIEW x AS SELECT * FROM documents",
                "newer migration": "INSERT INTO grdb_migrations VALUES ('9: more')",
            }
            if change == "cut":
                data = open(source, "rb").read()
                open(target, "wb").write(data[: len(data) // 2])
                sys.exit()
            out = tarfile.open(target, "w")
            def add(name, data, **more):
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                for key, value in more.items(): setattr(entry, key, value)
                out.addfile(entry, io.BytesIO(data))
            first = True
            for entry in tarfile.open(source):
                data = tarfile.open(source).extractfile(entry.name).read()
                is_object = entry.name.startswith("artefacts/")
                if first and is_object:
                    first = False
                    if change == "missing object": continue
                    if change == "changed byte": data = b"X" + data[1:]
                    if change == "twice": add(entry.name, data)
                    if change == "link": add("artefacts/objects/ab/" + "c" * 62, b"", type=tarfile.SYMTYPE, linkname="/etc")
                    if change == "outside": add("artefacts/objects/../../../outside", b"x")
                    if change == "other entry": add("pipeline.yaml", b"x")
                if entry.name == "catalogue.sqlite" and change == "changed catalogue":
                    data = data[:-1] + bytes([data[-1] ^ 1])
                if entry.name == "catalogue.sqlite" and change in changes_of_catalogue:
                    open(target + ".sqlite", "wb").write(data)
                    sqlite3.connect(target + ".sqlite").executescript(changes_of_catalogue[change]).close()
                    data = open(target + ".sqlite", "rb").read()
                    digest = hashlib.sha256(data).hexdigest()
                if entry.name == "manifest.json":
                    if change in changes_of_catalogue:
                        data = json.dumps(json.loads(data) | {"catalogue": digest}).encode()
                    if change == "no manifest": continue
                    manifest = json.loads(data)
                    if change == "newer": manifest["version"] = 3
                    if change == "missing object": manifest["files"] -= 1
                    if change == "key without digest": add("tokens.key", b"x" * 32)
                    if change == "other key": manifest["keys"]["tokens.key"] = "0" * 64
                    data = json.dumps(manifest).encode()
                add(entry.name, data)
                if entry.name == "manifest.json" and change == "after manifest": add("links.key", b"x" * 32)
            out.close()
            """
        try Program.run("/usr/bin/python3", ["-c", script, file.path, changed.path, change])
        let error = await #expect(throws: Failure.self) { try await restore(changed) }
        #expect(error?.code == .malformedBackup, "\(String(describing: error))")
        #expect(!folder.names.contains { $0.contains("restor") || $0 == "outside" }, "\(folder.names)")
    }
}
