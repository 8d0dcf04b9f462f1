import FamiliesDomain
import Artworks
import FailureModel
import Files
import Foundation
import Pipeline
import PipelineSQL
import Users
import FamiliesSQL
import SQL
import Values

/// A file of an export: bytes of the store under a readable name.
struct ExportedFile: Sendable {
    /// The name in the archive.
    let name: String
    /// The stored bytes.
    let content: ContentID
}

/// The items deliberately left out of an export.
package struct ExportOmissions: Sendable, Hashable {
    /// Deleted artworks that can still be restored.
    package var deletedArtworks = 0
    /// Unused invites.
    package var invites = 0
    /// Uploads that neither artworks nor children use.
    package var unusedUploads = 0
    /// Books in progress, and failed ones.
    package var unfinishedBooks = 0
}

/// A family at one moment: its rows in a spool, and its files.
struct FamilySnapshot: Sendable {
    private(set) var files: [ExportedFile] = []
    private(set) var artworks = 0
    private(set) var omissions = ExportOmissions()

    /// Reads a family.
    ///
    /// - Parameters:
    ///   - family: The ID.
    ///   - spool: Receives the rows, except for their end.
    ///   - titles: Returns the title in the manifest with a content; `nil` if it is unreadable.
    ///   - now: The time of the export in ISO 8601.
    ///   - db: A connection with one snapshot.
    /// - Throws: `family_unknown`; `output_unwritable`, `disk_full`; errors of the database.
    init(
        of family: String, into spool: RowSpool, titles: @escaping (ContentID, Int64) -> String?, at now: String,
        _ db: any SQLSession
    ) throws {
        var reader = Reader(family: family, db: db, titles: titles)
        try reader.write(to: spool, at: now)
        files = reader.files
        artworks = reader.artworks
        omissions = reader.omissions
    }
}

/// Reads the rows of a family.
private struct Reader {
    let family: String
    let db: any SQLSession
    let titles: (ContentID, Int64) -> String?
    var files: [ExportedFile] = []
    var artworks = 0
    var omissions = ExportOmissions()
    private var stems = FileStems()
    /// The names of uploads in the archive, by the pictures' names.
    private var originals: [String: String] = [:]
    private var pictures: [JSONValue] = []

    init(family: String, db: any SQLSession, titles: @escaping (ContentID, Int64) -> String?) {
        self.family = family
        self.db = db
        self.titles = titles
    }

    mutating func write(to spool: RowSpool, at now: String) throws {
        let row = try db.row(
            "SELECT id, name, created_by, created_at FROM storytelling_families WHERE id = ?",
            [family])
        guard let row else { throw Failure(.familyUnknown, "There is no family of that name or ID.") }
        try spool.add("format", .text(ExportFormat.name))
        try spool.add("version", .number("\(ExportFormat.version)"))
        try spool.add("exported_at", .text(now))
        try spool.add("family", Self.object(row))
        try spool.addList("members", writeMembers)
        try spool.addList("children") { add in try writeChildren(add) }
        try spool.addList("artworks") { add in try writeArtworks(add) }
        let pictures = pictures
        try spool.addList("pictures") { add in for picture in pictures { try add(picture) } }
        try spool.addList("books") { add in try writeBooks(add) }
        try countOmissions()
    }

    /// Returns all columns of a row as members in order.
    private static func object(_ row: SQLRow) -> JSONValue {
        .object(
            JSONObject(
                zip(row.names, row.values).map { name, value in
                    JSONObject.Member(key: name, value: JSONValue(String(sqlValue: value)))
                }))
    }

    // MARK: Rows

    private func writeMembers(_ add: (JSONValue) throws -> Void) throws {
        let rows = try db.rows(
            """
            SELECT id, user_id, role, nickname, joined_at FROM storytelling_members WHERE family_id = ?
            ORDER BY joined_at, id
            """, [family])
        let emails = try ProjectAccounts.emails(of: rows.compactMap { $0["user_id"] }, db)
        for row in rows {
            let user: String? = row["user_id"]
            func text(_ column: String) -> JSONValue { JSONValue(row[column] as String?) }
            try add(
                .object([
                    "id": text("id"), "user_id": JSONValue(user),
                    "email": JSONValue(user.flatMap { emails[$0] }), "role": text("role"),
                    "nickname": text("nickname"), "joined_at": text("joined_at"),
                ]))
        }
    }

    private mutating func writeChildren(_ add: (JSONValue) throws -> Void) throws {
        try db.forEachRow(
            """
            SELECT id, name, birth_date, avatar_color, created_at, avatar_url FROM storytelling_children
            WHERE family_id = ? ORDER BY created_at, id
            """, [family]
        ) { row in
            let name: String = row["name"]
            var members = JSONObject()
            for column in ["id", "name", "birth_date", "avatar_color", "created_at"] {
                members[column] = JSONValue(row[column] as String?)
            }
            members["avatar"] = try picture(row["avatar_url"], called: "\(name) (portrait)")
            try add(.object(members))
        }
    }

    private mutating func writeArtworks(_ add: (JSONValue) throws -> Void) throws {
        try db.forEachRow(
            """
            SELECT artwork.*, child.name AS child_name FROM storytelling_artworks AS artwork
            JOIN storytelling_children AS child ON child.id = artwork.child_id
            WHERE artwork.family_id = ? AND artwork.deleted_at IS NULL
            ORDER BY artwork.created_date, artwork.uploaded_at, artwork.id
            """, [family]
        ) { row in
            artworks += 1
            let (id, date, title): (String, String, String) = (row["id"], row["created_date"], row["title"])
            let called = "\(date) \((row["child_name"] as String).prefix(30)) - \(title)"
            let tags = try JSONDecoder().decode([String?].self, from: Data((row["tags"] as String).utf8))
            var members = JSONObject()
            func addTexts(_ columns: String...) {
                for column in columns { members[column] = JSONValue(row[column] as String?) }
            }
            addTexts("id", "child_id", "title", "story", "created_date", "description")
            members["tags"] = .list(tags.map { JSONValue($0) })
            members["is_favorite"] = .flag(row["is_favorite"])
            members["picture"] = try picture(row["image_url"], called: called)
            members["thumbnail"] = try picture(row["thumbnail_url"], called: called + " (thumbnail)")
            members["moment"] = try picture(row["moment_photo_url"], called: called + " (moment)")
            addTexts("uploaded_by", "uploaded_at")
            members["reactions"] = try list(
                "storytelling_reactions", "id, user_id, emoji_type, created_at", of: id)
            members["comments"] = try list(
                "storytelling_comments", "id, user_id, text, created_at, updated_at", of: id)
            try add(.object(members))
        }
    }

    private func list(_ table: StaticString, _ columns: StaticString, of artwork: String) throws -> JSONValue {
        .list(
            try db.rows(
                "SELECT \(columns) FROM \(table) WHERE artwork_id = ? ORDER BY created_at, id", [artwork], Self.object))
    }

    // MARK: Pictures

    /// Returns the archive name of a picture's upload; null if missing.
    private mutating func picture(_ name: String?, called text: String) throws -> JSONValue {
        guard let name else { return .null }
        if let known = originals[name] { return .text(known) }
        let row = try db.row(
            """
            SELECT id, document, uploaded_by, uploaded_at FROM storytelling_pictures
            WHERE name = ? AND family_id = ?
            """, [name, family])
        guard let row,
            let document = try DocumentID(row["document"] as String).flatMap(StoredDocuments(db).document)
        else { return .null }
        let content = document.content
        let stem = stems.stem(text)
        let original = "\(ExportFormat.Folder.originals)/\(stem).\(Self.suffix(of: document.mediaType))"
        originals[name] = original
        files.append(ExportedFile(name: original, content: content))
        let cleaned = try cleaned(of: document.id, stem)
        pictures.append(
            .object([
                "id": .text(row["id"]), "name": .text(name), "original": .text(original),
                "sha256": .text(content.hex), "cleaned": JSONValue(cleaned),
                "uploaded_by": JSONValue(row["uploaded_by"] as String?), "uploaded_at": .text(row["uploaded_at"]),
            ]))
        return .text(original)
    }

    /// Adds the cleaned picture of a document.
    ///
    /// The result is its name in the archive, or nil if there is none.
    private mutating func cleaned(of document: DocumentID, _ stem: String) throws -> String? {
        typealias Name = ArtworkKind.ArtefactName
        let cleaned = try StoredDocuments(db).artefacts(of: document).last {
            $0.stage == "check" && [Name.jpeg, Name.png].contains($0.artefact.name)
        }
        guard let artefact = cleaned?.artefact else { return nil }
        let suffix = artefact.name == Name.png ? "png" : "jpg"
        let name = "\(ExportFormat.Folder.pictures)/\(stem).\(suffix)"
        files.append(ExportedFile(name: name, content: artefact.content))
        return name
    }

    private static func suffix(of mediaType: String) -> String {
        switch mediaType {
        case "image/jpeg": "jpg"
        case "image/png": "png"
        case "image/webp": "webp"
        case "image/heic", "image/heif": "heic"
        case "image/tiff": "tif"
        default: "bin"
        }
    }

    // MARK: Books

    private mutating func writeBooks(_ add: (JSONValue) throws -> Void) throws {
        let stored = StoredDocuments(db)
        let books = try stored.documents(
            DocumentQuery(in: .owner(FamilyOwner.id(of: family)), kind: StorybookKind.name, limit: .max))
        // Oldest books come first.
        for book in books.reversed() {
            typealias Name = StorybookKind.ArtefactName
            let files = try stored.artefacts(of: book.id).filter {
                $0.fill == book.fill && [Name.book, Name.cover].contains($0.artefact.name)
            }
            guard book.state == .filled, !files.isEmpty else {
                omissions.unfinishedBooks += 1
                continue
            }
            let createdAt = book.createdAt.description
            let title = titles(book.content, book.byteCount)
            let stem = stems.stem("\(createdAt.prefix(10)) \(title ?? "Book")")
            var members: JSONObject = ["title": JSONValue(title), "created_at": .text(createdAt)]
            for file in files.map(\.artefact) {
                let isCover = file.name == Name.cover
                let name = "\(ExportFormat.Folder.books)/\(stem)\(isCover ? " (cover)" : "").pdf"
                self.files.append(ExportedFile(name: name, content: file.content))
                members.members.append(.init(key: isCover ? "cover" : "book", value: .text(name)))
            }
            try add(.object(members))
        }
    }

    // MARK: Omissions

    private mutating func countOmissions() throws {
        omissions.deletedArtworks = try count(
            "storytelling_artworks WHERE family_id = ? AND deleted_at IS NOT NULL")
        omissions.invites = try count("storytelling_invites WHERE family_id = ? AND used_at IS NULL")
        // Pictures of deleted artworks disappear with them.
        omissions.unusedUploads = try count(
            """
            storytelling_pictures AS picture WHERE family_id = ?
                AND NOT EXISTS (SELECT 1 FROM storytelling_artworks WHERE image_url = picture.name)
                AND NOT EXISTS (SELECT 1 FROM storytelling_artworks WHERE thumbnail_url = picture.name)
                AND NOT EXISTS (SELECT 1 FROM storytelling_artworks WHERE moment_photo_url = picture.name)
                AND NOT EXISTS (SELECT 1 FROM storytelling_children WHERE avatar_url = picture.name)
            """)
    }

    private func count(_ rows: StaticString) throws -> Int {
        try db.value(Int.self, "SELECT count(*) FROM \(rows)", [family]) ?? 0
    }
}
