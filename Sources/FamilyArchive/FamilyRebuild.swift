import Accounts
import Artworks
import FailureModel
import Foundation
import GRDB
import Pipeline
import PipelineSQLite
import RowQuery
import RowQuerySQLite
import Storytelling
import StorytellingSQLite

/// Adds the rows of an export to a store, in one transaction.
///
/// Rows are written by the tables' own rules. Whatever the export says, no row refers to one of another family: rows refer
/// to rows of the export alone, and if one of their IDs is used in the store, all of them get new ones.
struct FamilyRebuild {
    private let contents: FamilyContents
    private let uploads: [ContentID: ImportFile.Upload]
    private let rows: FamilyRows
    private let kinds: KindTable
    private let now: Timestamp
    private let transaction: StoreTransaction
    private let context: WriteContext

    private var db: Database { transaction.db }

    /// Rows that are written at once.
    private static let batch = 250
    /// The tables, by the lists of an export.
    private static let tables: [String: StaticString] = [
        "members": "storytelling_members", "children": "storytelling_children", "pictures": "storytelling_pictures",
        "artworks": "storytelling_artworks", "reactions": "storytelling_reactions",
        "comments": "storytelling_comments",
    ]

    /// Prepares the addition.
    ///
    /// - Parameters:
    ///   - contents: the rows.
    ///   - uploads: those that are in the store, by their content.
    ///   - rows: plans what is written, in the name of nobody.
    ///   - kinds: has the stages of pictures.
    ///   - now: the current time.
    ///   - transaction: in which everything is done.
    init(
        _ contents: FamilyContents, _ uploads: [ContentID: ImportFile.Upload], _ rows: FamilyRows, _ kinds: KindTable,
        at now: Timestamp, in transaction: StoreTransaction
    ) {
        self.contents = contents
        self.uploads = uploads
        self.rows = rows
        self.kinds = kinds
        self.now = now
        self.transaction = transaction
        context = WriteContext(caller: Caller(user: nil), now: now.milliseconds * 1_000) {
            UUID().uuidString.lowercased()
        }
    }

    /// Adds the family.
    ///
    /// - Throws: `Failure`, and `RowQueryError` for a row that breaks a rule; the transaction is then to be rolled back.
    func run() throws -> FamilyImport.Outcome {
        var outcome = FamilyImport.Outcome(
            hasNewIDs: try !areIDsFree(), members: contents.members.count, children: contents.children.count,
            artworks: contents.artworks.count, pictures: contents.pictures.count,
            remarks: contents.reactions.count + contents.comments.count,
            artworksWithoutPicture: contents.artworksWithoutPicture, missingPhotos: contents.missingPhotos,
            books: contents.books)
        var ids = NewIDs(areKept: !outcome.hasNewIDs)
        var people = try self.people(&outcome)
        let family = ids[try contents.family.id()]
        outcome.family = family
        outcome.name = try contents.family.text("name")
        try insert(
            into: "families",
            [
                [
                    "id": .string(family), "name": contents.family["name"],
                    "created_by": try people.json(contents.family.idOrNull("created_by"), db),
                    "created_at": contents.family["created_at"],
                ]
            ])
        var members: [[String: JSONValue]] = []
        for member in contents.members {
            var values = try columns(of: member.row, ["role", "nickname", "joined_at"], id: &ids)
            values["family_id"] = .string(family)
            values["user_id"] = try people.json(member.user, db)
            members.append(values)
        }
        try insert(into: "family_members", members)
        let names = try addPictures(to: family, &ids, &people)
        try insert(into: "children", try children(of: family, names, &ids))
        try insert(into: "artworks", try artworks(of: family, names, &ids, &people))
        try insert(
            into: "artwork_reactions",
            try remarks(contents.reactions, ["emoji_type", "created_at"], &ids, &people))
        try insert(
            into: "artwork_comments",
            try remarks(contents.comments, ["text", "created_at", "updated_at"], &ids, &people))
        return outcome
    }

    // MARK: Rows

    private func columns(
        of row: ExportedRow, _ names: [String], id ids: inout NewIDs
    ) throws -> [String: JSONValue] {
        var values = Dictionary(uniqueKeysWithValues: names.map { ($0, row[$0]) })
        values["id"] = .string(ids[try row.id()])
        return values
    }

    private func children(
        of family: String, _ names: [String: String], _ ids: inout NewIDs
    ) throws -> [[String: JSONValue]] {
        var children: [[String: JSONValue]] = []
        for child in contents.children {
            var values = try columns(of: child, ["name", "birth_date", "avatar_color", "created_at"], id: &ids)
            values["family_id"] = .string(family)
            values["avatar_url"] = try Self.name(of: child.textOrNull("avatar"), in: names)
            children.append(values)
        }
        return children
    }

    private func artworks(
        of family: String, _ names: [String: String], _ ids: inout NewIDs, _ people: inout People
    ) throws -> [[String: JSONValue]] {
        var artworks: [[String: JSONValue]] = []
        for artwork in contents.artworks {
            var values = try columns(
                of: artwork,
                ["title", "story", "created_date", "description", "tags", "is_favorite", "uploaded_at"], id: &ids)
            values["family_id"] = .string(family)
            values["child_id"] = .string(ids[try artwork.id("child_id")])
            values["image_url"] = try Self.name(of: artwork.textOrNull("picture"), in: names)
            values["thumbnail_url"] = try Self.name(of: artwork.textOrNull("thumbnail"), in: names)
            values["moment_photo_url"] = try Self.name(of: artwork.textOrNull("moment"), in: names)
            values["uploaded_by"] = try people.json(artwork.idOrNull("uploaded_by"), db)
            artworks.append(values)
        }
        return artworks
    }

    private func remarks(
        _ remarks: [FamilyContents.Remark], _ names: [String], _ ids: inout NewIDs, _ people: inout People
    ) throws -> [[String: JSONValue]] {
        var all: [[String: JSONValue]] = []
        for remark in remarks {
            var values = try columns(of: remark.row, names, id: &ids)
            values["artwork_id"] = .string(ids[remark.artwork])
            values["user_id"] = try people.json(remark.row.id("user_id"), db)
            all.append(values)
        }
        return all
    }

    private func insert(into table: String, _ rows: [[String: JSONValue]]) throws {
        for start in stride(from: 0, to: rows.count, by: Self.batch) {
            let body = rows[start..<min(start + Self.batch, rows.count)].map(JSONValue.object)
            _ = try self.rows.program.insert(into: table, .array(body), in: context).run(db)
        }
    }

    private static func name(of original: String?, in names: [String: String]) -> JSONValue {
        original.flatMap { names[$0] }.map(JSONValue.string) ?? .null
    }

    // MARK: Pictures

    /// Adds the documents of the pictures, whose stages run as for any upload, and their rows.
    ///
    /// - Returns: the pictures' names in the storage, by the names of their uploads in the archive.
    private func addPictures(
        to family: String, _ ids: inout NewIDs, _ people: inout People
    ) throws -> [String: String] {
        var names: [String: String] = [:]
        var pictures: [[String: JSONValue]] = []
        for picture in contents.pictures {
            guard let upload = uploads[picture.content] else { throw Failure.malformedExport("it lacks an upload") }
            let document = try transaction.add(
                NewDocument(
                    id: DocumentID(UUID()), owner: FamilyOwner.id(of: family), kind: ArtworkKind.name,
                    fileName: "picture", mediaType: upload.mediaType, content: picture.content,
                    byteCount: upload.byteCount), at: now)
            guard let route = kinds.route(of: document, through: .processing) else {
                throw UnknownKind(kind: ArtworkKind.name)
            }
            try transaction.begin(document.id, in: .all, along: route, inputs: [], at: now)
            let name = "\(family)/\(picture.path)"
            names[picture.original] = name
            var values = try columns(of: picture.row, ["uploaded_at"], id: &ids)
            values["name"] = .string(name)
            values["family_id"] = .string(family)
            values["document"] = .string(document.id.description)
            values["uploaded_by"] = try people.json(picture.row.idOrNull("uploaded_by"), db)
            pictures.append(values)
        }
        try insert(into: "pictures", pictures)
        return names
    }

    // MARK: IDs

    /// Whether nothing in the store has one of the IDs, nor belongs to a family with this ID, such as books of a family that
    /// was deleted.
    private func areIDsFree() throws -> Bool {
        let family = try contents.family.id()
        let isTaken =
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM storytelling_families WHERE id = :family)
                        OR EXISTS (SELECT 1 FROM storytelling_pictures WHERE family_id = :family)
                        OR EXISTS (SELECT 1 FROM documents WHERE owner = :owner)
                    """, arguments: ["family": family, "owner": FamilyOwner.id(of: family).text]) ?? true
        if isTaken { return false }
        for (list, ids) in contents.ids {
            guard let table = Self.tables[list] else { continue }
            let array = String(decoding: try JSONEncoder().encode(ids), as: UTF8.self)
            let isTaken = try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id IN (SELECT value FROM json_each(?)))",
                arguments: [array])
            if isTaken != false { return false }
        }
        return true
    }

    /// The IDs of the rows in this store.
    private struct NewIDs {
        let areKept: Bool
        private var ids: [String: String] = [:]

        init(areKept: Bool) {
            self.areKept = areKept
        }

        /// The ID of the row that has an ID in the export.
        subscript(id: String) -> String {
            mutating get {
                if areKept { return id }
                if let new = ids[id] { return new }
                let new = UUID().uuidString.lowercased()
                ids[id] = new
                return new
            }
        }
    }

    // MARK: People

    /// Finds the users of the members' addresses, and adds those that there are not.
    private func people(_ outcome: inout FamilyImport.Outcome) throws -> People {
        var people = People()
        for member in contents.members {
            guard let email = member.email else {
                outcome.membersWithoutAddress += 1
                continue
            }
            let known = try String.fetchOne(
                db, sql: "SELECT uuid FROM accounts_users WHERE email = ?", arguments: [email.text])
            if let known {
                let families = try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM storytelling_members WHERE user_id = ?", arguments: [known])
                guard let families, families < FamilyLimits.families else {
                    throw Failure(.familyRefused, "A user is in at most \(FamilyLimits.families) families.")
                }
                people.add(member.user, as: known)
            } else {
                people.add(member.user, as: try ProjectAccounts.addWithoutPassword(email, at: now, db))
                outcome.newUsers.append(email.text)
            }
        }
        return people
    }

    /// The users of this store, by the UUIDs that people have in the export.
    ///
    /// Who has left the family, or has no address, is nobody here: the UUID stays, unless a user has it, in whose name the
    /// export must not speak.
    private struct People {
        private var users: [String: String] = [:]
        private var taken: Set<String> = []

        mutating func add(_ person: String, as user: String) {
            users[person] = user
            taken.insert(user)
        }

        /// The UUID of a person as a column has it.
        mutating func json(_ person: String?, _ db: Database) throws -> JSONValue {
            guard let person else { return .null }
            if let user = users[person] { return .string(user) }
            let isUser = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM accounts_users WHERE uuid = ?)", arguments: [person])
            let isFree = isUser == false && !taken.contains(person)
            let user = isFree ? person : UUID().uuidString.lowercased()
            add(person, as: user)
            return .string(user)
        }
    }
}
