package import FamiliesDomain
import FailureModel
import Values
import Pipeline
import PipelineSQL
import Storybook
import Families
import FamiliesSQL
package import SQL

/// Creates the manifest of a book or page from a family's rows within a transaction.
///
/// Callers have permission to read the rows, because every member of a family reads all of them.
package struct FamilyBook {
    /// The maximum number of artworks in a book.
    package static let longest = 4_000

    private let family: String
    private let db: any SQLSession

    /// Creates access to the rows of a family.
    ///
    /// - Parameters:
    ///   - family: The ID of the family.
    ///   - db: A connection for reading.
    package init(of family: String, _ db: any SQLSession) {
        self.family = family
        self.db = db
    }

    /// Returns the manifest of a page with one artwork; `nil` if it is unknown.
    package func page(of artwork: String) throws -> StorybookManifest? {
        guard let row = try artworks("artwork.id = ?", [artwork]).first else { return nil }
        return StorybookManifest(
            title: row.title, names: [row.child.name], options: BookOptions(extent: .page), artworks: [row])
    }

    /// Returns the manifest of a book.
    ///
    /// - Parameter order: The order. Without a subject, it includes all children of the family.
    /// - Returns: The manifest.
    /// - Throws: `child_unknown`, `family_unknown` for a subject outside this family, `book_empty`, and
    ///   `input_too_large` for more than ``longest`` artworks.
    package func book(_ order: BookOrder) throws -> StorybookManifest {
        var condition = "artwork.created_date BETWEEN ? AND ?"
        var arguments: SQLArguments = [order.from?.text ?? "0000-00-00", order.to?.text ?? "9999-99-99"]
        if order.include == .stories { condition += " AND artwork.story <> ''" }
        let title: String
        switch order.subject {
        case .child(let name):
            let child = try FamilyChildren(of: family, db).child(name)
            condition += " AND artwork.child_id = ?"
            arguments += [child.id]
            title = "Art by \(child.name)"
        case .family(let name):
            guard let own = try familyName(), name.lowercased() == family || name == own else {
                throw Failure(.familyUnknown, "The order names another family than that of the folder.")
            }
            title = own
        case nil: title = try familyName() ?? ""
        }
        let rows = try artworks(condition, arguments)
        if rows.isEmpty { throw Failure(.bookEmpty, "No artwork is from these days and this child.") }
        guard rows.count <= Self.longest else {
            throw Failure(.inputTooLarge, "A book has at most \(Self.longest) artworks; choose fewer days.")
        }
        var names: [String] = []
        for row in rows where !names.contains(row.child.name) { names.append(row.child.name) }
        return StorybookManifest(
            title: printable(order.title ?? title), names: names, dedication: order.dedication.map(printable),
            options: order.options, artworks: rows)
    }

    private func familyName() throws -> String? {
        try db.value(String.self, "SELECT name FROM storytelling_families WHERE id = ?", [family])
    }

    /// Returns the family's artworks that meet a condition, oldest first, with all contributions.
    ///
    /// - Parameters:
    ///   - condition: SQL from this type only.
    ///   - arguments: The arguments of the condition.
    /// - Returns: The rows; one more than the maximum of a book if there are too many.
    /// - Throws: Errors of the database.
    private func artworks(
        _ condition: String, _ arguments: SQLArguments
    ) throws -> [StorybookManifest.Artwork] {
        let rows = try db.rows(
            """
            SELECT artwork.id, artwork.title, artwork.story, artwork.created_date,
                child.name, child.avatar_color, child.birth_date,
                picture.document AS picture, moment.document AS moment
            FROM storytelling_artworks AS artwork
                JOIN storytelling_children AS child ON child.id = artwork.child_id
                JOIN storytelling_pictures AS picture ON picture.name = artwork.image_url
                LEFT JOIN storytelling_pictures AS moment ON moment.name = artwork.moment_photo_url
            WHERE artwork.family_id = ? AND artwork.deleted_at IS NULL AND \(condition)
            ORDER BY artwork.created_date, artwork.uploaded_at, artwork.id LIMIT \(Self.longest + 1)
            """, [family] + arguments)
        let documents = rows.flatMap { [$0["picture"], $0["moment"]].compactMap { $0 as String? } }
        let contents = try StoredDocuments(db).contents(of: documents)
        func stored(_ document: String?) -> StorybookManifest.Picture? {
            guard let document, let id = DocumentID(document), let content = contents[document] else { return nil }
            return StorybookManifest.Picture(document: id, content: content)
        }
        return try rows.compactMap { row in
            let id: String = row["id"]
            guard let picture = stored(row["picture"]) else { return nil }
            let name = printable(row["name"])
            let story = (row["story"] as String?).map(printable)
            return StorybookManifest.Artwork(
                id: id, title: printable(StoryText.printedTitle(row["title"], story: row["story"])), story: story,
                createdDate: row["created_date"],
                child: StorybookManifest.Child(
                    name: name, initial: StoryText.initial(of: name),
                    color: row["avatar_color"] ?? ReactionKind.Color.pink.hex, birthDate: row["birth_date"]),
                picture: picture, moment: stored(row["moment"]),
                reactions: try reactions(to: id), comments: try comments(on: id))
        }
    }

    private func reactions(to artwork: String) throws -> [StorybookManifest.Reaction] {
        try db.rows(
            """
            SELECT emoji_type, count(*) AS number FROM storytelling_reactions WHERE artwork_id = ?
            GROUP BY emoji_type ORDER BY number DESC, emoji_type
            """, [artwork]
        ) { StorybookManifest.Reaction(emojiType: $0["emoji_type"], count: $0["number"]) }
    }

    private func comments(on artwork: String) throws -> [StorybookManifest.Comment] {
        try db.rows(
            """
            SELECT comment.text, comment.created_at, member.nickname FROM storytelling_comments AS comment
                LEFT JOIN storytelling_members AS member
                    ON member.family_id = comment.family_id AND member.user_id = comment.user_id
            WHERE comment.artwork_id = ? ORDER BY comment.created_at, comment.id
            """, [artwork]
        ) {
            StorybookManifest.Comment(
                userNickname: printable($0["nickname"] ?? "Family member"), createdAt: $0["created_at"],
                text: printable($0["text"]))
        }
    }

    /// Removes characters that no font has.
    ///
    /// Any of them would prevent all books.
    private func printable(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control: if scalar.properties.isWhitespace { kept.append(scalar) }
            case .privateUse: if let sign = scalar.ofSymbolFont { kept.append(sign) }
            case .unassigned, .surrogate: break
            default: kept.append(scalar)
            }
        }
        return String(kept)
    }
}
