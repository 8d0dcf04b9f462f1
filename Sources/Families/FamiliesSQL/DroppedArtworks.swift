import FailureModel
package import Pipeline
package import PipelineSQL
import RowQuery
import RowQuerySQL
import Families
import SQL

/// The contribution of a dropped file to an artwork.
package enum DroppedPiece: Sendable {
    /// The artwork itself, with the time of the photo by the camera's clock.
    case picture(Document, taken: String?)
    /// A photo of the moment.
    case moment(Document)
    /// The story with its details.
    case story(DroppedStory)
}

/// A dropped story with checked lengths; missing values are `nil`.
package struct DroppedStory: Sendable, Hashable {
    /// The name or the ID of the child.
    package var child: String?
    /// The creation date of the artwork, as `2026-01-31`.
    package var date: String?
    /// The title.
    package var title: String?
    /// The story.
    package var story: String?

    /// Creates a story.
    package init(child: String? = nil, date: String? = nil, title: String? = nil, story: String? = nil) {
        self.child = child
        self.date = date
        self.title = title
        self.story = story
    }
}

/// Assembles a family's artworks from files that arrive one by one, in a store transaction.
///
/// The pieces of a stem wait in the table `storytelling_drops` until the artwork's row is created. Then only the
/// artwork's ID remains there, and is removed with it.
package struct DroppedArtworks {
    /// The title of an artwork without title and story.
    package static let untitled = "Untitled"

    private let rows: FamilyRows
    private let family: String
    private let context: WriteContext
    private let transaction: StoreTransaction

    private var db: any SQLSession { transaction.db }

    /// Creates access to the artworks of a family.
    ///
    /// - Parameters:
    ///   - rows: Plans the writes, on behalf of nobody.
    ///   - family: The ID of the family.
    ///   - now: The current time.
    ///   - newID: Creates a new UUID.
    ///   - transaction: The transaction for everything.
    package init(
        _ rows: FamilyRows, of family: String, at now: Timestamp, newID: @escaping @Sendable () -> String,
        in transaction: StoreTransaction
    ) {
        self.rows = rows
        self.family = family
        context = WriteContext(caller: Caller(user: nil), now: now.milliseconds * 1_000, newID: newID)
        self.transaction = transaction
    }

    // MARK: Adding

    /// Adds a piece under a key; the same file may be added again.
    ///
    /// A further picture begins another artwork, unless the artwork already has it, because cameras reuse file names.
    ///
    /// - Parameters:
    ///   - piece: The content of the file.
    ///   - key: A digest of the folder and the stem.
    /// - Throws: `child_unknown`; `family_unknown` if the family is gone.
    package func add(_ piece: DroppedPiece, under key: String) throws {
        guard try exists("storytelling_families WHERE id = ?", [family]) else {
            throw Failure(.familyUnknown, "The family of the folder does not exist any more.")
        }
        switch piece {
        case .picture(let document, let taken):
            if let picture = try pictureOfArtwork(under: key), picture.content == document.content.hex {
                // The artwork's own document is kept when its addition is repeated.
                if picture.document != document.id.description { try remove(document) }
                return try set([:], under: key)
            }
            try set(["picture": try keep(document), "taken": taken, "artwork_id": nil], under: key)
        case .moment(let document): try set(["moment": try keep(document)], under: key)
        case .story(let story):
            var members: [String: String?] = [:]
            if let child = story.child { members["child_id"] = try FamilyChildren(of: family, db).child(child).id }
            if let date = story.date { members["created_date"] = date }
            if let title = story.title { members["title"] = title }
            if let text = story.story { members["story"] = text }
            try set(members, under: key)
        }
    }

    /// Creates a picture from a document; returns its name, which does not reveal the file's.
    private func keep(_ document: Document) throws -> String {
        let name = "\(family)/dropped/\(document.id.description.lowercased())"
        return try rows.keepDroppedPicture(name, document: document.id, of: family, in: context, db)
    }

    private func remove(_ document: Document) throws {
        try transaction.delete(
            document.id, in: .owner(document.owner), at: Timestamp(milliseconds: context.now / 1_000))
    }

    private func pictureOfArtwork(under key: String) throws -> (document: String, content: String)? {
        let document = try db.value(
            String.self,
            """
            SELECT picture.document
            FROM storytelling_drops AS known JOIN storytelling_artworks AS artwork ON artwork.id = known.artwork_id
                JOIN storytelling_pictures AS picture ON picture.name = artwork.image_url
            WHERE known.key = ? AND artwork.deleted_at IS NULL
            """, [key])
        guard let document else { return nil }
        return try transaction.stored.contents(of: [document])[document].map { (document, $0.hex) }
    }

    /// Sets pieces under a key.
    private func set(_ members: [String: String?], under key: String) throws {
        try db.execute(
            """
            INSERT INTO storytelling_drops (key, family_id, added_at) VALUES (?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET added_at = excluded.added_at
            """,
            [key, family, CivilTime.timestamp(microsecondsSince1970: context.now)])
        for (column, value) in members {
            // The column names are those declared above.
            try db.execute(
                "UPDATE storytelling_drops SET \(column) = ? WHERE key = ?", [value, key])
        }
    }

    // MARK: Artworks

    /// Creates or updates the artwork from the pieces under a key.
    ///
    /// - Returns: The ID of the artwork; `nil` if there are no pieces, or it has been deleted meanwhile.
    /// - Throws: `picture_missing`, `child_unknown`, `date_missing`, or `malformed_story` for an invalid text.
    package func complete(_ key: String) throws -> String? {
        guard let known = try db.row("SELECT * FROM storytelling_drops WHERE key = ?", [key])
        else { return nil }
        let pieces = ["picture", "moment", "child_id", "created_date", "title", "story"]
        let isNew = pieces.contains { (known[$0] as String?) != nil }
        let artwork: String
        do {
            if let id = known["artwork_id"] as String?,
                try exists("storytelling_artworks WHERE id = ? AND deleted_at IS NULL", [id])
            {
                try change(id, known)
                artwork = id
            } else if !isNew {
                // The artwork was deleted after its creation.
                return nil
            } else {
                artwork = try make(known)
            }
        } catch let error as RowQueryError {
            // The message names a column or check, but no value.
            throw Failure(.malformedStory, error.message)
        }
        try db.execute(
            """
            UPDATE storytelling_drops SET artwork_id = ?, picture = NULL, taken = NULL, moment = NULL, child_id = NULL,
                created_date = NULL, title = NULL, story = NULL
            WHERE key = ?
            """, [artwork, key])
        return artwork
    }

    private func make(_ known: SQLRow) throws -> String {
        guard let picture = known["picture"] as String?, try exists("storytelling_pictures WHERE name = ?", [picture])
        else { throw Failure(.pictureMissing, "The artwork was deleted, or its picture is not there any more.") }
        let child = try known["child_id"] as String? ?? FamilyChildren(of: family, db).only().id
        let story: String? = known["story"]
        guard let date = known["created_date"] as String? ?? (known["taken"] as String?).map({ String($0.prefix(10)) })
        else { throw Failure(.dateMissing, "Neither the story nor the picture says when the artwork was made.") }
        let members: [String: String?] = [
            "child_id": child, "image_url": picture, "moment_photo_url": known["moment"], "created_date": date,
            "story": story,
            "title": StoryText.title(known["title"], story: story) ?? Self.untitled,
        ]
        let change = try rows.program.insert(into: "artworks", body(members), in: context).run(db).changes.first
        guard case .text(let id) = change?.key else { throw RowQueryError(.missingValue, "No row was added.") }
        return id
    }

    private func change(_ artwork: String, _ known: SQLRow) throws {
        var members: [String: String?] = [:]
        for (column, from) in [
            ("child_id", "child_id"), ("created_date", "created_date"), ("title", "title"), ("story", "story"),
            ("moment_photo_url", "moment"),
        ] {
            if let value = known[from] as String? { members[column] = value }
        }
        if members.isEmpty { return }
        if let story = known["story"] as String?, members["title"] == nil,
            let row = try db.row("SELECT title, story FROM storytelling_artworks WHERE id = ?", [artwork])
        {
            // A generated title follows the story.
            let made = StoryText.title(nil, story: row["story"]) ?? Self.untitled
            if row["title"] == made { members["title"] = StoryText.title(nil, story: story) }
        }
        var request = RowRequest()
        request.filters = [RowRequest.Placed(.test("id", isNegated: false, .compare(.equal, artwork)))]
        _ = try rows.program.update("artworks", body(members), request, in: context).run(db)
    }

    private func body(_ members: [String: String?]) -> JSONValue {
        .object(JSONObject(members.map { .init(key: $0.key, value: JSONValue($0.value)) }))
    }

    private func exists(_ rows: StaticString, _ arguments: SQLArguments) throws -> Bool {
        try db.value(Bool.self, "SELECT EXISTS (SELECT 1 FROM \(rows))", arguments) ?? false
    }
}

extension FamilyRows {
    /// Creates a picture from a document on behalf of the program.
    ///
    /// A repeated call changes nothing.
    fileprivate func keepDroppedPicture(
        _ name: String, document: DocumentID, of family: String, in context: WriteContext, _ db: any SQLSession
    ) throws -> String {
        let isKept = try db.value(
            Bool.self, "SELECT EXISTS (SELECT 1 FROM storytelling_pictures WHERE name = ?)", [name])
        if isKept == true { return name }
        let members: JSONObject = [
            "name": .text(name), "family_id": .text(family), "document": .text(document.description),
        ]
        _ = try program.insert(into: "pictures", .object(members), in: context).run(db)
        return name
    }
}
