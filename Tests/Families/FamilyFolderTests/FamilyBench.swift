import ServiceTestSupport
import FamiliesDomain
import Artworks
import FamilyFolder
import Foundation
import GRDB
import Logging
import Pipeline
import PipelineSQLite
import PipelineTestSupport
import FamiliesSQLite
import Synchronization
import TestSupport
import WatchFolder

/// A store with two families, and a watched folder of each.
final class FamilyBench: Sendable {
    /// A family with its folder.
    enum Family: String, CaseIterable, Sendable {
        case lovelaces = "11111111-1111-4111-8111-111111111111"
        case turings = "22222222-2222-4222-8222-222222222222"
    }

    static let mia = "aaaaaaaa-1111-4111-8111-111111111111"
    static let tom = "aaaaaaaa-2222-4222-8222-222222222222"

    let folder: TemporaryFolder
    let store: SQLiteStore
    let client: PipelineClient
    let families: FamilyStore
    let log = LoggedLines()
    private let kinds: KindTable
    private let settings: PipelineSettings

    /// Creates the families: the Lovelaces with Mia, and with Tom if there are two children; the Turings with Mia.
    init(children: Int = 1) async throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(
            path: folder.path + "/catalogue.sqlite",
            domains: [StorytellingTables.schema(now: { Timestamp(Date()).milliseconds * 1_000 })])
        settings = try PipelineSettings(yaml: "", kinds: [ArtworkKind(), StorybookKind()])
        kinds = settings.kinds
        client = PipelineClient(
            kinds: kinds, store: store, artefacts: try LocalArtefactStore(root: folder.path + "/artefacts"))
        families = FamilyStore(store, rows: try FamilyRows())
        try await execute(
            """
            INSERT INTO storytelling_families VALUES
                ('\(Family.lovelaces.rawValue)', 'The Lovelaces', NULL, '2026-01-01T00:00:00.000000+00:00'),
                ('\(Family.turings.rawValue)', 'The Turings', NULL, '2026-01-01T00:00:00.000000+00:00');
            INSERT INTO storytelling_children VALUES
                ('\(Self.mia)', '\(Family.lovelaces.rawValue)', 'Mia', '2020-05-01', NULL, NULL, '2026'),
                ('aaaaaaaa-3333-4333-8333-333333333333', '\(Family.turings.rawValue)', 'Mia', NULL, NULL, NULL, '2026');
            """)
        if children == 2 {
            try await execute(
                """
                INSERT INTO storytelling_children VALUES
                    ('\(Self.tom)', '\(Family.lovelaces.rawValue)', 'Tom', NULL, NULL, NULL, '2026')
                """)
        }
        for family in Family.allCases {
            try FileManager.default.createDirectory(at: rule(family).inbox, withIntermediateDirectories: true)
        }
    }

    func rule(_ family: Family) -> WatchRule {
        let root = URL(fileURLWithPath: "\(folder.path)/\(family)")
        return WatchRule(
            inbox: root.appendingPathComponent("inbox"), kind: ArtworkKind.name,
            owner: FamilyOwner.id(of: family.rawValue), settle: .zero, rowSettle: .milliseconds(100),
            poll: .milliseconds(100))
    }

    var receiver: FamilyFolder { FamilyFolder(families, client: client) }

    // MARK: Work

    func drop(_ name: String, _ bytes: Data, for family: Family = .lovelaces) throws {
        try bytes.write(to: rule(family).inbox.appendingPathComponent(name))
    }

    func drop(_ name: String, _ text: String, for family: Family = .lovelaces) throws {
        try drop(name, Data(text.utf8), for: family)
    }

    /// A picture of one colour, which no other picture has.
    static func picture(_ colour: UInt32 = 0xFFDD_00FF) throws -> Data {
        try ColourPicture(width: 64, height: 48) { _, _ in colour }.file(.jpeg)
    }

    /// Processes the inboxes until there is nothing left to do.
    @discardableResult
    func work(_ receiver: (any DropHandler)? = nil) async throws -> FolderWatcher.Summary {
        var logger = Logger(label: "watch") { [log] _ in log }
        logger.logLevel = .trace
        let watcher = FolderWatcher(
            rules: Family.allCases.map(rule), handlers: [receiver ?? self.receiver], client: client, logger: logger)
        let runner = Runner(
            name: "test", kinds: kinds, store: store, artefacts: client.artefacts,
            settings: RunnerSettings(workers: 2, poll: .milliseconds(50)), logger: logger)
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

    // MARK: What came of it

    func execute(_ sql: String) async throws {
        try await store.write { transaction in try transaction.db.execute(sql: sql) }
    }

    func texts(_ sql: String) async throws -> [String] {
        try await store.read { db in try String.fetchAll(db, sql: sql) }
    }

    /// The artworks: whose, when, title, story, and whether there is a photo of the moment.
    func artworks(of family: Family = .lovelaces) async throws -> [String] {
        try await texts(
            """
            SELECT child.name || '|' || created_date || '|' || title || '|' || coalesce(story, '-') || '|'
                || CASE WHEN moment_photo_url IS NULL THEN 'no' ELSE 'yes' END
            FROM storytelling_artworks AS artwork JOIN storytelling_children AS child ON child.id = child_id
            WHERE artwork.family_id = '\(family.rawValue)' AND deleted_at IS NULL ORDER BY created_date, title
            """)
    }

    /// The names in one of a rule's folders.
    func names(_ folder: KeyPath<WatchRule, URL>, of family: Family = .lovelaces) -> [String] {
        let path = rule(family)[keyPath: folder].path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0 != ".formwright" }.sorted()
    }

    func text(_ name: String, in folder: KeyPath<WatchRule, URL>) -> String {
        let path = rule(.lovelaces)[keyPath: folder].appendingPathComponent(name).path
        return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    /// The contents of the private folders for drops that have not ended.
    func openDrops() -> [String] {
        Family.allCases.flatMap { family in
            (try? FileManager.default.contentsOfDirectory(
                atPath: rule(family).inbox.path + "/.formwright/drops")) ?? []
        }
    }
}
