import Users
import FailureModel
import Pipeline
import RowQuery
import Families
import FamiliesSQL

/// The rows of an export with checked relations.
///
/// The values of columns are checked by the tables' own rules when the rows are added.
struct FamilyContents: Sendable {
    /// A picture.
    struct Picture: Sendable {
        let row: ExportedRow
        let id: String
        /// The name in the storage after the family's ID and the slash.
        let path: String
        /// The name of the upload in the archive.
        let original: String
        let content: ContentID
    }

    /// A member with its identifying values.
    struct Member: Sendable {
        let row: ExportedRow
        let user: String
        let email: EmailAddress?
    }

    /// A dependent row of an artwork.
    struct Remark: Sendable {
        let row: ExportedRow
        let artwork: String
    }

    let family: ExportedRow
    let members: [Member]
    let children: [ExportedRow]
    private(set) var artworks: [ExportedRow] = []
    private(set) var reactions: [Remark] = []
    private(set) var comments: [Remark] = []
    private(set) var pictures: [Picture] = []
    /// The number of books in the archive.
    let books: Int
    /// The number of artworks without a picture in the archive, which cannot be added.
    private(set) var artworksWithoutPicture = 0
    /// The number of missing photos of moments, portraits and thumbnails.
    private(set) var missingPhotos = 0

    /// Parses the rows.
    ///
    /// - Throws: `malformed_export`, `input_too_large`.
    init(_ bytes: [UInt8]) throws(Failure) {
        let tree = try ExportTree.read(bytes)
        guard case .object(let top) = tree, case .text(ExportFormat.name)? = top["format"] else {
            throw .malformedExport("\(ExportFormat.rows) is not that of a family")
        }
        guard case .number("\(ExportFormat.version)")? = top["version"] else {
            throw .malformedExport("it was made by another version of Formwright")
        }
        let whole = try ExportedRow(
            tree, of: ExportFormat.rows,
            [
                "format", "version", "exported_at", "family", "members", "children", "artworks", "pictures", "books",
                "missing",
            ])
        family = try ExportedRow(whole["family"], of: "family", ["id", "name", "created_by", "created_at"])
        books = try whole.items("books").count
        members = try Self.members(try whole.items("members"))
        var missing: Set<String> = []
        for value in try whole.items("missing") {
            guard case .text(let name) = value else { throw whole.wrong("missing") }
            missing.insert(name)
        }
        let all = try Self.pictures(try whole.items("pictures"), of: try family.id())
        let there = Set(all.lazy.map(\.original)).subtracting(missing)
        pictures = all.filter { there.contains($0.original) }

        var children: [ExportedRow] = []
        for value in try whole.items("children") {
            let child = try ExportedRow(
                value, of: "children", ["id", "name", "birth_date", "avatar_color", "created_at", "avatar"])
            if let name = try child.textOrNull("avatar"), !there.contains(name) {
                guard missing.contains(name) else { throw child.wrong("avatar") }
                missingPhotos += 1
            }
            children.append(child)
        }
        self.children = children
        try addArtworks(try whole.items("artworks"), there, missing)
        try checkKeys()
    }

    /// The pictures in the archive, by the names of their uploads.
    var originals: [String: Picture] {
        Dictionary(pictures.map { ($0.original, $0) }) { first, _ in first }
    }

    // MARK: Reading

    private static func members(_ items: [JSONValue]) throws(Failure) -> [Member] {
        guard items.count <= FamilyLimits.members else {
            throw .malformedExport("a family has at most \(FamilyLimits.members) members")
        }
        var members: [Member] = []
        for value in items {
            let row = try ExportedRow(
                value, of: "members", ["id", "user_id", "email", "role", "nickname", "joined_at"])
            var email: EmailAddress?
            if let text = try row.textOrNull("email") {
                do {
                    email = try EmailAddress(text)
                } catch {
                    throw row.wrong("email")
                }
            }
            members.append(Member(row: row, user: try row.id("user_id"), email: email))
        }
        let owners = members.filter { $0.row["role"] == .text(FamilyRole.owner.rawValue) }
        if owners.isEmpty { throw .malformedExport("the family has no owner") }
        return members
    }

    private static func pictures(_ items: [JSONValue], of family: String) throws(Failure) -> [Picture] {
        var pictures: [Picture] = []
        for value in items {
            let row = try ExportedRow(
                value, of: "pictures",
                ["id", "name", "original", "sha256", "cleaned", "uploaded_by", "uploaded_at"])
            let name = try row.text("name")
            guard PictureName.family(of: name) == family, PictureName.kept(name) == name else {
                throw row.wrong("name")
            }
            guard let content = ContentID(hex: try row.text("sha256")) else { throw row.wrong("sha256") }
            pictures.append(
                Picture(
                    row: row, id: try row.id(), path: String(name.dropFirst(family.count + 1)),
                    original: try row.text("original"), content: content))
        }
        return pictures
    }

    private mutating func addArtworks(
        _ items: [JSONValue], _ there: Set<String>, _ missing: Set<String>
    ) throws(Failure) {
        for value in items {
            let row = try ExportedRow(
                value, of: "artworks",
                [
                    "id", "child_id", "title", "story", "created_date", "description", "tags", "is_favorite", "picture",
                    "thumbnail", "moment", "uploaded_by", "uploaded_at", "reactions", "comments",
                ])
            for column in ["thumbnail", "moment"] {
                guard let name = try row.textOrNull(column), !there.contains(name) else { continue }
                guard missing.contains(name) else { throw row.wrong(column) }
                missingPhotos += 1
            }
            guard let picture = try row.textOrNull("picture"), there.contains(picture) else {
                if let name = try row.textOrNull("picture"), !missing.contains(name) { throw row.wrong("picture") }
                artworksWithoutPicture += 1
                continue
            }
            artworks.append(row)
            let id = try row.id()
            for item in try row.items("reactions") {
                let reaction = try ExportedRow(item, of: "reactions", ["id", "user_id", "emoji_type", "created_at"])
                reactions.append(Remark(row: reaction, artwork: id))
            }
            for item in try row.items("comments") {
                let comment = try ExportedRow(
                    item, of: "comments", ["id", "user_id", "text", "created_at", "updated_at"])
                comments.append(Remark(row: comment, artwork: id))
            }
        }
    }

    // MARK: Keys

    /// Checks that keys are unique, and that rows refer to rows of this family.
    private func checkKeys() throws(Failure) {
        try Self.checkUnique(members.map { ("members", $0.user) })
        try Self.checkUnique(members.compactMap { member in member.email.map { ("members", $0.text) } })
        try Self.checkUnique(pictures.map { ("pictures", $0.path) })
        try Self.checkUnique(pictures.map { ("pictures", $0.original) })
        for (list, rows) in ids { try Self.checkUnique(rows.map { (list, $0) }) }
        var children: Set<String> = []
        for child in self.children { children.insert(try child.id()) }
        for artwork in artworks {
            let child = try artwork.id("child_id")
            guard children.contains(child) else { throw artwork.wrong("child_id") }
        }
        var pairs: [(list: String, key: String)] = []
        for reaction in reactions {
            let user = try reaction.row.id("user_id")
            pairs.append(("reactions", "\(reaction.artwork) \(user)"))
        }
        try Self.checkUnique(pairs)
    }

    private static func checkUnique(_ keys: [(list: String, key: String)]) throws(Failure) {
        var known: Set<String> = []
        for (list, key) in keys where !known.insert(key).inserted {
            throw .malformedExport("“\(list)” has an item twice")
        }
    }

    /// The IDs of all rows by list.
    ///
    /// Invalid IDs are reported when their rows are read.
    var ids: [(list: String, ids: [String])] {
        func ids(_ rows: [ExportedRow]) -> [String] { rows.compactMap { try? $0.id() } }
        return [
            ("members", ids(members.map(\.row))), ("children", ids(children)), ("pictures", pictures.map(\.id)),
            ("artworks", ids(artworks)), ("reactions", ids(reactions.map(\.row))),
            ("comments", ids(comments.map(\.row))),
        ]
    }
}
