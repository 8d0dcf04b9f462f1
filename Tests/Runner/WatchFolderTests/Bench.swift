import Files
import DroppedArchive
import FailureModel
import FileCollections
import Foundation
import Logging
import Pipeline
import PipelineSQL
import PipelineTestSupport
import WatchFolder
import WatchFolderTestSupport

/// A watched folder with a store and a runner that outlive its watchers.
final class Bench: WatchedFolder, Sendable {
    let rule: WatchRule
    /// The collections of the store; `nil` unless the folder is for albums.
    let collections: FileCollections?
    private let pipeline: TestPipeline
    /// The names of the users of the store.
    private static let users: Set<OwnerID> = ["ada", "bob"]

    var folder: TemporaryFolder { pipeline.folder }
    var client: PipelineClient { pipeline.client }

    init(
        _ store: StoreKind = .memory, standing: String? = nil, owner: OwnerID = .local, settle: Duration = .zero,
        rowSettle: Duration = .zero
    ) throws {
        let folder = try TemporaryFolder()
        pipeline = try TestPipeline(KindTable([MemoKind.kind]), store: store.make(in: folder), in: folder)
        rule = try WatchRule(
            in: folder.url, kind: "memo", standing: standing, owner: owner, settle: settle, rowSettle: rowSettle)
        collections = nil
    }

    /// Creates a folder for albums.
    init(albumsOf owner: OwnerID, settle: Duration = .zero) throws {
        let folder = try TemporaryFolder()
        let store = try SQLStore(path: folder.path + "/pipeline.sqlite", domains: [FileCollections.schema])
        pipeline = try TestPipeline(
            KindTable([AlbumKind().content(reading: nil), PageKind().content(reading: nil)]), store: store, in: folder)
        rule = try WatchRule(in: folder.url, kind: "album", owner: owner, settle: settle)
        collections = FileCollections(store, pipeline.client)
    }

    /// Creates a folder that takes in folders and archives of pages, which are analysed by a content kind.
    init(
        treesOf owner: OwnerID, settle: Duration = .zero, pages: ContentKind = PageKind().content(reading: nil)
    ) throws {
        pipeline = try TestPipeline(
            KindTable([
                BoundAlbumKind().content(reading: nil), pages,
                ArchiveKind(limits: Binder().limits).content(reading: nil),
            ]))
        rule = try WatchRule(in: pipeline.folder.url, kind: "album", owner: owner, settle: settle)
        collections = nil
    }

    private var usualHandler: any DropHandler {
        guard let collections else { return FileHandler(MemoKind()) }
        return CollectionHandler(AlbumKind(), collections: collections, checkOwner: Self.checkUser)
    }

    private static func checkUser(_ owner: OwnerID) throws {
        guard users.contains(owner) else { throw Failure("user_unknown", "There is no user of this name.") }
    }

    /// Processes the inbox until there is nothing left to do.
    @discardableResult
    func work(
        _ files: any FolderFiles = LocalFileSystem(), by handler: (any DropHandler)? = nil,
        clock: any PipelineClock = ShortSleepClock()
    ) async throws -> FolderWatcher.Summary {
        let watcher = FolderWatcher(
            rules: [rule], handlers: [handler ?? usualHandler], client: client, files: files,
            dependencies: Dependencies(clock: clock), logger: .silent)
        return try await pipeline.runner().run { try await watcher.runOnce() }
    }

    /// The files of one of the rule's folders with their text, including hidden ones.
    func files(_ folder: KeyPath<WatchRule, URL>) throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: names(folder).map { name in
                let path = rule[keyPath: folder].appendingPathComponent(name).path
                let isFile = (try? LocalFileSystem().facts(path)?.kind) == .file
                return (name, isFile ? text(name, in: folder) : "")
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
}
