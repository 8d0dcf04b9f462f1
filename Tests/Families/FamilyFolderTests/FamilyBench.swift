import ServiceTestSupport
import FamiliesDomain
import Artworks
import FamilyFolder
import Foundation
import Logging
import Pipeline
import PipelineSQL
import PipelineTestSupport
import FamiliesSQL
import SQL
import Synchronization
import TestSupport
import WatchFolder
import WatchFolderTestSupport

/// A store with two families, and a watched folder of each.
final class FamilyBench: WatchedFolder, Sendable {
    /// A family with its folder.
    enum Family: String, CaseIterable, Sendable {
        case lovelaces = "11111111-1111-4111-8111-111111111111"
        case turings = "22222222-2222-4222-8222-222222222222"
    }

    static let mia = "aaaaaaaa-1111-4111-8111-111111111111"
    static let tom = "aaaaaaaa-2222-4222-8222-222222222222"

    let store: SQLStore
    let families: FamilyStore
    let log = LoggedLines()
    private let pipeline: TestPipeline

    var client: PipelineClient { pipeline.client }
    var rule: WatchRule { rule(.lovelaces) }

    /// Creates the families: the Lovelaces with Mia, and with Tom if there are two children; the Turings with Mia.
    init(children: Int = 1) async throws {
        let folder = try TemporaryFolder()
        store = try .empty(
            at: folder.path + "/catalogue.sqlite",
            domains: [StorytellingTables.schema(now: { Timestamp(Date()).milliseconds * 1_000 })])
        let settings = try PipelineSettings(yaml: "", kinds: [ArtworkKind(), StorybookKind()])
        pipeline = try TestPipeline(settings.kinds, store: store, in: folder)
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
        let root = URL(fileURLWithPath: "\(pipeline.folder.path)/\(family)")
        return WatchRule(
            inbox: root.appendingPathComponent("inbox"), kind: ArtworkKind.name,
            owner: FamilyOwner.id(of: family.rawValue), settle: .zero, rowSettle: .milliseconds(100),
            poll: .milliseconds(100))
    }

    var receiver: FamilyFolder { FamilyFolder(families, client: client) }

    // MARK: Work

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
            rules: Family.allCases.map { rule($0) }, handlers: [receiver ?? self.receiver], client: client,
            logger: logger)
        return try await pipeline.runner(logger: logger).run { try await watcher.runOnce() }
    }

    // MARK: What came of it

    func execute(_ sql: String) async throws {
        try await store.write { transaction in try transaction.db.script(sql) }
    }

    func texts(_ sql: String) async throws -> [String] {
        try await store.read { db in try db.values(String.self, sql) }
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

    /// The contents of the private folders for drops that have not ended.
    func openDrops() -> [String] {
        Family.allCases.flatMap { rule($0).openDrops() }
    }
}
