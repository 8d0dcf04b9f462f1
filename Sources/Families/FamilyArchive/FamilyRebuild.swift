import Users
import Artworks
import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import RowQuery
import RowQuerySQL
import Families
import FamiliesSQL
import SQL

/// Adds the rows of an export to a store in several transactions.
///
/// Other writers therefore do not wait long. Rows are written by the tables' own rules. Whatever the export contains,
/// no row refers to another family: rows refer only to rows of the export, and if any of their IDs is used in the
/// store, all of them get new ones.
struct FamilyRebuild {
    /// The progress of the addition.
    struct Progress: Sendable {
        fileprivate(set) var outcome: FamilyImport.Outcome
        fileprivate var ids: NewIDs
        fileprivate var people: People
        /// The pictures' names in the storage, by the names of their uploads in the archive.
        fileprivate var names: [String: String] = [:]
        /// The number of added rows of all lists, in the order of ``FamilyRebuild/lists``.
        fileprivate var count = 0
    }

    /// A list of rows, which may refer to rows of previous lists.
    private struct List {
        let count: Int
        let add: (Range<Int>, inout Progress) throws -> Void
    }

    private let contents: FamilyContents
    private let uploads: [ContentID: ImportFile.Upload]
    private let rows: FamilyRows
    private let kinds: KindTable
    private let artefacts: any ArtefactStore
    private let now: Timestamp
    private let transaction: StoreTransaction
    private let context: WriteContext

    private var db: any SQLSession { transaction.db }

    /// The number of rows written at once.
    private static let batch = 100
    /// The tables by the lists of an export.
    private static let tables: [String: StaticString] = [
        "members": "storytelling_members", "children": "storytelling_children", "pictures": "storytelling_pictures",
        "artworks": "storytelling_artworks", "reactions": "storytelling_reactions",
        "comments": "storytelling_comments",
    ]

    /// Prepares one of the transactions.
    ///
    /// - Parameters:
    ///   - contents: The rows.
    ///   - uploads: The stored uploads by content.
    ///   - rows: Plans the writes, on behalf of nobody.
    ///   - kinds: The kinds with the stages of pictures.
    ///   - artefacts: The store of the uploads.
    ///   - now: The current time.
    ///   - transaction: The transaction for everything.
    init(
        _ contents: FamilyContents, _ uploads: [ContentID: ImportFile.Upload], _ rows: FamilyRows, _ kinds: KindTable,
        _ artefacts: any ArtefactStore, at now: Timestamp, in transaction: StoreTransaction
    ) {
        self.contents = contents
        self.uploads = uploads
        self.rows = rows
        self.kinds = kinds
        self.artefacts = artefacts
        self.now = now
        self.transaction = transaction
        context = WriteContext(caller: Caller(user: nil), now: now.milliseconds * 1_000) {
            UUID().uuidString.lowercased()
        }
    }

    /// Adds the family without members.
    ///
    /// - Throws: `Failure`, and `RowQueryError` for a row that breaks a rule. The transaction must then be rolled back.
    func begin() throws -> Progress {
        var outcome = FamilyImport.Outcome(
            hasNewIDs: try !areIDsFree(), members: contents.members.count, children: contents.children.count,
            artworks: contents.artworks.count, pictures: contents.pictures.count,
            remarks: contents.reactions.count + contents.comments.count,
            artworksWithoutPicture: contents.artworksWithoutPicture, missingPhotos: contents.missingPhotos,
            books: contents.books)
        var ids = NewIDs(areKept: !outcome.hasNewIDs)
        var people = try self.people(&outcome)
        outcome.family = ids[try contents.family.id()]
        outcome.name = try contents.family.text("name")
        try insert(
            into: "families",
            [
                [
                    "id": .text(outcome.family), "name": contents.family["name"],
                    "created_by": try people.json(contents.family.idOrNull("created_by"), db),
                    "created_at": contents.family["created_at"],
                ]
            ])
        try FamilyImports.begin(outcome.family, at: now, db)
        return Progress(outcome: outcome, ids: ids, people: people)
    }

    /// Adds the next rows, and finally the members, who then see the family.
    ///
    /// - Parameters:
    ///   - progress: The progress, which is updated.
    ///   - duration: The maximum duration of the transaction.
    /// - Returns: Whether the addition is complete.
    /// - Throws: The errors of ``begin()``; `family_refused` if the import has been undone meanwhile.
    func proceed(_ progress: inout Progress, for duration: Duration) throws -> Bool {
        try FamilyImports.proceed(with: progress.outcome.family, at: now, db)
        let end = ContinuousClock.now + duration
        var start = 0
        for list in lists {
            while progress.count < start + list.count {
                let first = progress.count - start
                let range = first..<min(first + Self.batch, list.count)
                try list.add(range, &progress)
                progress.count += range.count
                if ContinuousClock.now >= end { return false }
            }
            start += list.count
        }
        try addMembers(&progress)
        try FamilyImports.finish(progress.outcome.family, db)
        return true
    }

    private var lists: [List] {
        [
            List(count: contents.pictures.count, add: addPictures),
            List(count: contents.children.count) { try insert(into: "children", children($0, &$1)) },
            List(count: contents.artworks.count) { try insert(into: "artworks", artworks($0, &$1)) },
            List(count: contents.reactions.count) { range, progress in
                try insert(
                    into: "artwork_reactions",
                    remarks(contents.reactions[range], ["emoji_type", "created_at"], &progress))
            },
            List(count: contents.comments.count) { range, progress in
                try insert(
                    into: "artwork_comments",
                    remarks(contents.comments[range], ["text", "created_at", "updated_at"], &progress))
            },
        ]
    }

    // MARK: Rows

    private func columns(
        of row: ExportedRow, _ names: [String], id ids: inout NewIDs
    ) throws -> JSONObject {
        var values = JSONObject(names.map { JSONObject.Member(key: $0, value: row[$0]) })
        values["id"] = .text(ids[try row.id()])
        return values
    }

    private func children(_ range: Range<Int>, _ progress: inout Progress) throws -> [JSONObject] {
        try contents.children[range].map { child in
            var values = try columns(
                of: child, ["name", "birth_date", "avatar_color", "created_at"], id: &progress.ids)
            values["family_id"] = .text(progress.outcome.family)
            values["avatar_url"] = try Self.name(of: child.textOrNull("avatar"), in: progress.names)
            return values
        }
    }

    private func artworks(_ range: Range<Int>, _ progress: inout Progress) throws -> [JSONObject] {
        try contents.artworks[range].map { artwork in
            var values = try columns(
                of: artwork,
                ["title", "story", "created_date", "description", "tags", "is_favorite", "uploaded_at"],
                id: &progress.ids)
            values["family_id"] = .text(progress.outcome.family)
            values["child_id"] = .text(progress.ids[try artwork.id("child_id")])
            values["image_url"] = try Self.name(of: artwork.textOrNull("picture"), in: progress.names)
            values["thumbnail_url"] = try Self.name(of: artwork.textOrNull("thumbnail"), in: progress.names)
            values["moment_photo_url"] = try Self.name(of: artwork.textOrNull("moment"), in: progress.names)
            values["uploaded_by"] = try progress.people.json(artwork.idOrNull("uploaded_by"), db)
            return values
        }
    }

    private func remarks(
        _ remarks: ArraySlice<FamilyContents.Remark>, _ names: [String], _ progress: inout Progress
    ) throws -> [JSONObject] {
        try remarks.map { remark in
            var values = try columns(of: remark.row, names, id: &progress.ids)
            values["artwork_id"] = .text(progress.ids[remark.artwork])
            values["user_id"] = try progress.people.json(remark.row.id("user_id"), db)
            return values
        }
    }

    private func insert(into table: String, _ rows: [JSONObject]) throws {
        _ = try self.rows.program.insert(into: table, .list(rows.map(JSONValue.object)), in: context).run(db)
    }

    private static func name(of original: String?, in names: [String: String]) -> JSONValue {
        JSONValue(original.flatMap { names[$0] })
    }

    // MARK: Pictures

    /// Adds the documents of pictures, with the stages of any upload, and their rows.
    private func addPictures(_ range: Range<Int>, _ progress: inout Progress) throws {
        let family = progress.outcome.family
        var pictures: [JSONObject] = []
        for picture in contents.pictures[range] {
            guard let upload = uploads[picture.content] else { throw Failure.malformedExport("it lacks an upload") }
            // Bytes without documents are removed in a transaction, too.
            guard try artefacts.contains(picture.content) else {
                throw Failure(.artefactMissing, "An upload was deleted before its picture was added; try again.")
            }
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
            progress.names[picture.original] = name
            var values = try columns(of: picture.row, ["uploaded_at"], id: &progress.ids)
            values["name"] = .text(name)
            values["family_id"] = .text(family)
            values["document"] = .text(document.id.description)
            values["uploaded_by"] = try progress.people.json(picture.row.idOrNull("uploaded_by"), db)
            pictures.append(values)
        }
        try insert(into: "pictures", pictures)
    }

    // MARK: IDs

    /// Returns whether the store uses none of the IDs.
    ///
    /// This includes items of a family with this ID, such as books of a deleted one.
    private func areIDsFree() throws -> Bool {
        let family = try contents.family.id()
        let isTaken =
            try db.value(
                Bool.self,
                """
                SELECT EXISTS (SELECT 1 FROM storytelling_families WHERE id = ?1)
                    OR EXISTS (SELECT 1 FROM storytelling_pictures WHERE family_id = ?1)
                """, [family]) ?? true
        if try isTaken || StoredDocuments(db).exist(of: FamilyOwner.id(of: family)) { return false }
        for (list, ids) in contents.ids {
            guard let table = Self.tables[list] else { continue }
            let array = String(decoding: try JSONEncoder().encode(ids), as: UTF8.self)
            let isTaken = try db.value(
                Bool.self,
                "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id IN (\(db.dialect.elements(ofJSON: "?"))))",
                [array])
            if isTaken != false { return false }
        }
        return true
    }

    /// Maps the IDs of the export to those in this store.
    fileprivate struct NewIDs: Sendable {
        let areKept: Bool
        private var ids: [String: String] = [:]

        init(areKept: Bool) {
            self.areKept = areKept
        }

        /// The ID in this store for an ID in the export.
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

    /// Finds the users of the members' addresses, and chooses UUIDs for missing ones.
    private func people(_ outcome: inout FamilyImport.Outcome) throws -> People {
        var people = People()
        for member in contents.members {
            guard let email = member.email else {
                outcome.membersWithoutAddress += 1
                continue
            }
            if let known = try Accounts.identifier(of: email, db) {
                try checkRoom(for: known)
                people.add(member.user, as: known)
            } else {
                people.add(member.user, as: UUID().uuidString.lowercased())
                people.isNew.insert(member.user)
                outcome.newUsers.append(email.text)
            }
        }
        return people
    }

    private func checkRoom(for user: String) throws {
        let families = try db.value(Int.self, "SELECT count(*) FROM storytelling_members WHERE user_id = ?", [user])
        guard let families, families < FamilyLimits.families else {
            throw Failure(.familyRefused, "A user is in at most \(FamilyLimits.families) families.")
        }
    }

    /// Adds the members and the missing users.
    private func addMembers(_ progress: inout Progress) throws {
        var members: [JSONObject] = []
        for member in contents.members {
            var values = try columns(of: member.row, ["role", "nickname", "joined_at"], id: &progress.ids)
            values["family_id"] = .text(progress.outcome.family)
            let user = try progress.people.json(member.user, db)
            values["user_id"] = user
            if case .text(let id) = user, let email = member.email {
                if progress.people.isNew.contains(member.user) {
                    try ProjectAccounts.addWithoutPassword(email, as: id, at: now, db)
                } else {
                    try checkRoom(for: id)
                }
            }
            members.append(values)
        }
        try insert(into: "family_members", members)
    }

    /// Maps the UUIDs of people in the export to users of this store.
    ///
    /// People who left the family or have no address are unknown here. Their UUID is kept unless a user has it, since
    /// the export must not act on that user's behalf.
    fileprivate struct People: Sendable {
        /// The UUIDs in the export of people who become users in this store.
        var isNew: Set<String> = []
        private var users: [String: String] = [:]
        private var taken: Set<String> = []

        mutating func add(_ person: String, as user: String) {
            users[person] = user
            taken.insert(user)
        }

        /// Returns the UUID of a person as a column value.
        mutating func json(_ person: String?, _ db: any SQLSession) throws -> JSONValue {
            guard let person else { return .null }
            if let user = users[person] { return .text(user) }
            let isFree = try !Accounts.hasUser(person, db) && !taken.contains(person)
            let user = isFree ? person : UUID().uuidString.lowercased()
            add(person, as: user)
            return .text(user)
        }
    }
}
