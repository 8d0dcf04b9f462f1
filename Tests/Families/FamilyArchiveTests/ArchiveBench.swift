import Domains
import LocalStore
import Users
import Archive
import Artworks
import FamilyArchive
import Foundation
import Logging
import Pipeline
import PipelineSQL
import FamiliesSQL
import FamiliesService
import SQL
import ServiceTestSupport
import TestSupport

/// Stores with families, and the files that are exported from them.
struct ArchiveBench {
    static let family = "11111111-1111-4111-8111-111111111111"
    static let exportedAt = Date(timeIntervalSince1970: 1_770_000_000)
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: Stores

    /// A store with access to its families.
    struct Store: Sendable {
        let local: LocalSystem
        let families: FamilyStore

        func texts(_ sql: String) async throws -> [String] {
            try await local.database.read { db in try db.values(String.self, sql) }
        }

        func execute(_ sql: String) async throws {
            try await local.database.write { try $0.db.script(sql) }
        }

        /// All that is in the store: the rows of families, users and documents, and the stored bytes.
        func everything() async throws -> [String] {
            let rows = try await local.database.read { db in
                try [
                    "storytelling_families", "storytelling_members", "storytelling_children", "storytelling_pictures",
                    "storytelling_artworks", "storytelling_reactions", "storytelling_comments", "accounts_users",
                    "documents", "jobs", "storytelling_imports",
                ].flatMap { table in
                    try db.rows("SELECT * FROM \(table) ORDER BY 1") { "\(table) \($0)" }
                }
            }
            var stored: [String] = []
            for part in ["objects", "incoming"] {
                let folder = local.settings.folder.appendingPathComponent("artefacts/\(part)")
                let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
                while let file = files?.nextObject() as? URL {
                    if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                        stored.append(file.lastPathComponent)
                    }
                }
            }
            return rows + stored.sorted()
        }

        /// Runs the stages of all documents.
        func work() async throws {
            let ids = try await texts("SELECT id FROM documents").compactMap { DocumentID($0) }
            try await whileWorking {
                for id in ids { _ = try await local.client.settled(id, in: .all) }
            }
        }

        /// Does something while stages run.
        func whileWorking(_ body: () async throws -> Void) async throws {
            let runner = local.runner(workers: 2, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await runner.run() }
                try await body()
                group.cancelAll()
            }
        }
    }

    func store(_ name: String = "store") throws -> Store {
        let local = try LocalSystem.empty(
            SystemSettings(store: folder.file(name).path, domains: Domains.stored))
        return Store(local: local, families: try FamilySystem.families(in: local))
    }

    /// Adds the Lovelaces: Ada the owner, Ben the parent, Grandma without an address, and somebody who has left.
    func addLovelaces(to store: Store) async throws {
        let family = Self.family
        try await store.execute(
            """
            INSERT INTO accounts_users (name, password, created_at, updated_at, uuid, email) VALUES
                ('ada', '$scrypt$secret', 0, 0, '\(Self.user(1))', 'ada@example.org'),
                ('ben', '$scrypt$secret', 0, 0, '\(Self.user(2))', 'ben@example.org'),
                ('grandma', '$scrypt$secret', 0, 0, '\(Self.user(3))', NULL);
            INSERT INTO storytelling_families VALUES
                ('\(family)', 'The Lovelaces', '\(Self.user(1))', '2026-01-01T00:00:00.000000+00:00');
            INSERT INTO storytelling_members VALUES
                ('\(Self.id(1))', '\(family)', '\(Self.user(1))', 'owner', NULL, '2026-01-01T00:00:01.000000+00:00'),
                ('\(Self.id(2))', '\(family)', '\(Self.user(2))', 'parent', 'Dad', '2026-01-01T00:00:02.000000+00:00'),
                ('\(Self.id(3))', '\(family)', '\(Self.user(3))', 'viewer', 'Nan', '2026-01-01T00:00:03.000000+00:00');
            """)
        try await addPicture("mia.png", 1, .png, to: store)
        try await addPicture("sun.jpg", 2, .jpeg, to: store)
        try await addPicture("sun moment.jpg", 3, .jpeg, to: store)
        try await addPicture("moon.jpg", 4, .jpeg, to: store)
        try await addPicture("gone.jpg", 5, .jpeg, to: store)
        try await store.execute(
            """
            INSERT INTO storytelling_children VALUES
                ('\(Self.id(10))', '\(family)', 'Mia', '2020-05-01', '#112233', '\(family)/mia.png',
                 '2026-01-02T00:00:00.000000+00:00'),
                ('\(Self.id(11))', '\(family)', 'Tom', NULL, NULL, NULL, '2026-01-02T00:00:01.000000+00:00');
            INSERT INTO storytelling_artworks (id, family_id, child_id, title, story, image_url, moment_photo_url,
                created_date, description, tags, is_favorite, uploaded_by, uploaded_at, deleted_at)
            VALUES
                ('\(Self.id(20))', '\(family)', '\(Self.id(10))', 'Sun over ../../the "sea"',
                 'The sun is yellow,
            because it ate all the lemons 🍋.', '\(family)/sun.jpg', '\(family)/sun moment.jpg', '2026-01-03', 'Chalk',
                 '["sun","sea, and \\"sand\\""]', 1, '\(Self.user(2))', '2026-01-03T00:00:00.000000+00:00', NULL),
                ('\(Self.id(21))', '\(family)', '\(Self.id(11))', 'Moon', '', '\(family)/moon.jpg', NULL, '2026-01-04',
                 NULL, '[]', 0, NULL, '2026-01-04T00:00:00.000000+00:00', NULL),
                ('\(Self.id(22))', '\(family)', '\(Self.id(11))', 'Thrown away', NULL, '\(family)/gone.jpg', NULL,
                 '2026-01-05', NULL, '[]', 0, NULL, '2026-01-05T00:00:00.000000+00:00',
                 '2026-01-06T00:00:00.000000+00:00');
            INSERT INTO storytelling_reactions VALUES
                ('\(Self.id(30))', '\(Self.id(20))', '\(Self.user(1))', 'heart', '2026-01-07T00:00:00.000000+00:00',
                 '\(family)'),
                ('\(Self.id(31))', '\(Self.id(20))', '\(Self.user(3))', 'star', '2026-01-07T00:00:01.000000+00:00',
                 '\(family)');
            INSERT INTO storytelling_comments VALUES
                ('\(Self.id(40))', '\(Self.id(20))', '\(Self.user(3))', 'How lovely!', '2026-01-08T00:00:00.000000+00:00',
                 '2026-01-09T00:00:00.000000+00:00', '\(family)'),
                ('\(Self.id(41))', '\(Self.id(20))', '\(Self.user(4))', 'Bye.', '2026-01-08T00:00:01.000000+00:00',
                 '2026-01-08T00:00:01.000000+00:00', '\(family)');
            """)
    }

    static func user(_ number: Int) -> String { "aaaaaaaa-0000-4000-8000-00000000000\(number)" }

    static func id(_ number: Int) -> String { "bbbbbbbb-0000-4000-8000-0000000000\(number + 10)" }

    /// A picture of one colour, which no other picture has.
    static func picture(_ number: Int, _ format: ColourPicture.Format = .jpeg) throws -> Data {
        let colour = UInt32(number) &* 0x0A1E_3700 | 0xFF
        return try ColourPicture(width: 64, height: 48) { _, _ in colour }.file(format)
    }

    private func addPicture(
        _ path: String, _ number: Int, _ format: ColourPicture.Format, to store: Store
    ) async throws {
        let bytes = try Self.picture(number, format)
        let content = try store.local.artefacts.put(bytes)
        let document = NewDocument(
            id: DocumentID(UUID()), owner: FamilyOwner.id(of: Self.family), kind: ArtworkKind.name,
            fileName: "picture", mediaType: format == .png ? "image/png" : "image/jpeg", content: content,
            byteCount: Int64(bytes.count))
        let kinds = store.local.kinds
        try await store.local.database.write { transaction in
            let now = Timestamp(Self.exportedAt)
            let added = try transaction.add(document, at: now)
            if let route = kinds.route(of: added, through: .processing) {
                try transaction.begin(added.id, in: .all, along: route, inputs: [], at: now)
            }
            try transaction.db.execute(
                """
                INSERT INTO storytelling_pictures (id, name, family_id, document, uploaded_by, uploaded_at)
                VALUES (?, ?, ?, ?, ?, '2026-01-02T00:00:00.000000+00:00')
                """,
                [
                    Self.id(50 + number), "\(Self.family)/\(path)", Self.family, document.id.description, Self.user(2),
                ])
        }
    }

    // MARK: Files

    /// Exports a family and returns the file.
    func export(
        _ store: Store, _ family: String = Self.family,
        report: @escaping @Sendable (Int, Int) throws -> Void = { _, _ in }
    ) async throws -> (file: URL, outcome: FamilyExport.Outcome) {
        let file = folder.file("\(UUID()).zip")
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let export = FamilyExport(of: store.local, store.families, now: { Self.exportedAt })
        return (file, try await export.write(family, to: descriptor, name: "export", report: report))
    }

    @discardableResult
    func importing(
        _ file: URL, into store: Store, report: @escaping @Sendable (Int, Int) throws -> Void = { _, _ in }
    ) async throws -> FamilyImport.Outcome {
        try await importing(file, FamilyImport(into: store.local, store.families), report: report)
    }

    func importing(
        _ file: URL, _ archive: FamilyImport, report: @escaping @Sendable (Int, Int) throws -> Void = { _, _ in }
    ) async throws -> FamilyImport.Outcome {
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        return try await archive.run(reading: descriptor, report: report)
    }

    /// The files of an export by their names.
    static func entries(_ file: URL) throws -> [String: Data] {
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        let reader = try ArchiveReader(descriptor: descriptor, format: .zip)
        var entries: [String: Data] = [:]
        while let entry = try reader.next() {
            var bytes = Data()
            while case let piece = try reader.read(upTo: 1 << 16), !piece.isEmpty { bytes += piece }
            try reader.checkEnd()
            entries[entry.name] = bytes
        }
        return entries
    }

    /// Writes files into an archive, as another program would.
    func pack(_ entries: [String: Data]) throws -> URL {
        let file = folder.file("\(UUID()).zip")
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let writer = try ArchiveWriter(descriptor: descriptor, format: .zip)
        for (name, bytes) in entries.sorted(by: { $0.key < $1.key }) {
            try writer.add(name: name, byteCount: Int64(bytes.count))
            try writer.write(bytes)
        }
        try writer.finish()
        return file
    }

    /// The rows of an export with each ID replaced by its number in the order of appearance.
    static func rows(_ file: URL) throws -> String {
        let text = String(decoding: try entries(file)["family.json"] ?? Data(), as: UTF8.self)
        var numbers: [String: Int] = [:]
        return text.replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) { match in
            let id = String(match.output.0)
            let number = numbers[id] ?? numbers.count
            numbers[id] = number
            return "#\(number)"
        }
    }
}
