import DroppedArchive
import FailureModel
import FileCollections
import Foundation
import Logging
import Pipeline
import PipelineSQLite
import PipelineTestSupport
import WatchFolder
import WatchFolderTestSupport

/// A watched folder with a store and a runner that outlive its watchers.
final class Bench: Sendable {
    let folder: TemporaryFolder
    let rule: WatchRule
    let client: PipelineClient
    /// The collections of the store; `nil` unless the folder is for albums.
    let collections: FileCollections?
    /// The names of the users of the store.
    private static let users: Set<OwnerID> = ["ada", "bob"]
    private let kinds: KindTable

    init(
        _ store: StoreKind = .memory, standing: String? = nil, owner: OwnerID = .local, settle: Duration = .zero,
        rowSettle: Duration = .zero
    ) throws {
        folder = try TemporaryFolder()
        let root = URL(fileURLWithPath: folder.path)
        rule = WatchRule(
            inbox: root.appendingPathComponent("inbox"), kind: "memo",
            standing: standing.map { root.appendingPathComponent($0) }, owner: owner, settle: settle,
            rowSettle: rowSettle, poll: .milliseconds(100))
        try FileManager.default.createDirectory(at: rule.inbox, withIntermediateDirectories: true)
        let store = try store.make(in: folder)
        let artefacts = try LocalArtefactStore(root: folder.path + "/artefacts")
        kinds = KindTable([MemoKind.kind])
        client = PipelineClient(kinds: kinds, store: store, artefacts: artefacts)
        collections = nil
    }

    /// Creates a folder for albums.
    init(albumsOf owner: OwnerID, settle: Duration = .zero) throws {
        folder = try TemporaryFolder()
        rule = WatchRule(
            inbox: URL(fileURLWithPath: folder.path + "/inbox"), kind: "album", owner: owner, settle: settle,
            poll: .milliseconds(100))
        try FileManager.default.createDirectory(at: rule.inbox, withIntermediateDirectories: true)
        let store = try SQLiteStore(path: folder.path + "/pipeline.sqlite", domains: [FileCollections.schema])
        kinds = KindTable([AlbumKind().content(reading: nil), PageKind().content(reading: nil)])
        client = PipelineClient(
            kinds: kinds, store: store, artefacts: try LocalArtefactStore(root: folder.path + "/artefacts"))
        collections = FileCollections(store, client)
    }

    /// Creates a folder that takes in folders and archives of pages, which are analysed by a content kind.
    init(
        treesOf owner: OwnerID, settle: Duration = .zero, pages: ContentKind = PageKind().content(reading: nil)
    ) throws {
        folder = try TemporaryFolder()
        rule = WatchRule(
            inbox: URL(fileURLWithPath: folder.path + "/inbox"), kind: "album", owner: owner, settle: settle,
            poll: .milliseconds(100))
        try FileManager.default.createDirectory(at: rule.inbox, withIntermediateDirectories: true)
        kinds = KindTable([
            BoundAlbumKind().content(reading: nil), pages,
            ArchiveKind(limits: Binder().limits).content(reading: nil),
        ])
        client = PipelineClient(
            kinds: kinds, store: MemoryStore(), artefacts: try LocalArtefactStore(root: folder.path + "/artefacts"))
        collections = nil
    }

    private var usualHandler: any DropHandler {
        guard let collections else { return FileHandler(MemoKind()) }
        return CollectionHandler(AlbumKind(), collections: collections, checkOwner: Self.checkUser)
    }

    private static func checkUser(_ owner: OwnerID) throws {
        guard users.contains(owner) else { throw Failure("user_unknown", "There is no user of this name.") }
    }

    private static var silence: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    func drop(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: rule.inbox.appendingPathComponent(name))
    }

    /// Processes the inbox until there is nothing left to do.
    @discardableResult
    func work(
        _ files: any FolderFiles = LocalFileSystem(), by handler: (any DropHandler)? = nil,
        clock: any PipelineClock = Hasty()
    ) async throws -> FolderWatcher.Summary {
        let watcher = FolderWatcher(
            rules: [rule], handlers: [handler ?? usualHandler], client: client, files: files,
            dependencies: Dependencies(clock: clock), logger: Self.silence)
        // A runner runs only once.
        let runner = Runner(
            name: "test", kinds: kinds, store: client.store, artefacts: client.artefacts,
            settings: RunnerSettings(workers: 2, poll: .milliseconds(50)), logger: Self.silence)
        return try await withThrowingTaskGroup(of: FolderWatcher.Summary?.self) { group in
            group.addTask {
                try await runner.run()
                return nil
            }
            group.addTask { try await watcher.runOnce() }
            defer { group.cancelAll() }
            while let summary = try await group.next() {
                if let summary { return summary }
            }
            throw CancellationError()
        }
    }

    /// The files of one of the rule's folders with their text, including hidden ones.
    func files(_ folder: KeyPath<WatchRule, URL>) throws -> [String: String] {
        let url = rule[keyPath: folder]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.filter { $0 != ".formwright" }.map { name in
                let path = url.appendingPathComponent(name).path
                let isFile = (try? LocalFileSystem().facts(path)?.kind) == .file
                return (name, isFile ? (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" : "")
            })
    }

    /// Removes all bytes from the store, as the collector does with those that no document needs.
    func removeArtefacts() throws {
        let objects = folder.path + "/artefacts/objects"
        for name in try FileManager.default.contentsOfDirectory(atPath: objects) {
            for object in try FileManager.default.contentsOfDirectory(atPath: "\(objects)/\(name)") {
                try FileManager.default.removeItem(atPath: "\(objects)/\(name)/\(object)")
            }
        }
    }

    /// The contents of the private folder for drops that have not ended.
    func openDrops() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: rule.inbox.path + "/.formwright/drops")) ?? []
    }
}

/// A clock like the machine's, possibly offset, whose waits are short.
struct Hasty: PipelineClock {
    /// How far the clock is ahead.
    var ahead: @Sendable () -> Duration = { .zero }

    var now: Timestamp { Timestamp(Date()) + ahead() }

    func sleep(until moment: Timestamp) async throws {
        try await Task.sleep(for: min(max(.zero, moment - now), .milliseconds(5)))
    }
}
