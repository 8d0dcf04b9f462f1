package import GRDB
package import Pipeline
package import RowQuery
import RowQuerySQLite
import Families

/// An object of the storage: a picture by the name that a client gave it.
package struct StoredPicture: Hashable, Sendable {
    /// Its UUID in small letters.
    package let id: String
    /// Folders and a file; the first folder is the family's ID.
    package let name: String
    /// The document that its bytes went into.
    package let document: DocumentID
    /// When its bytes were last uploaded, as timestamps are kept.
    package let uploadedAt: String
}

/// What the storage does in the name of a caller; the policies of the table `pictures` decide.
extension FamilyRows {
    private static let pictures = "pictures"

    /// Returns the pictures with these names that a caller may see.
    package func pictures(named names: [String], as caller: Caller, _ db: Database) throws -> [StoredPicture] {
        let query = Self.query(.test("name", isNegated: false, .isOneOf(names)))
        return try storedPictures(try storage.read(Self.pictures, query, as: caller).rows(db))
    }

    /// Returns the pictures in a folder and its folders that a caller may see, by name.
    ///
    /// - Parameters:
    ///   - folder: the folder without a slash at its end; empty for all.
    ///   - limit: the largest number of pictures.
    ///   - caller: who asks.
    ///   - db: a connection that reads.
    /// - Returns: the pictures.
    /// - Throws: the database's errors.
    package func pictures(
        in folder: String, limit: Int, as caller: Caller, _ db: Database
    ) throws -> [StoredPicture] {
        var query = Self.query()
        if !folder.isEmpty {
            // Texts are ordered by their bytes, and “0” follows the slash.
            query = Self.query(
                .test("name", isNegated: false, .compare(.greater, folder + "/")),
                .test("name", isNegated: false, .compare(.less, folder + "0")))
        }
        query.orders = [RowRequest.Placed([OrderTerm("name")])]
        query.limits = [RowRequest.Placed(limit)]
        return try storedPictures(try storage.read(Self.pictures, query, as: caller).rows(db))
    }

    /// Returns a picture for the bearer of a signed link, whose maker the policies allowed to see it.
    package func linkedPicture(_ id: String, _ db: Database) throws -> StoredPicture? {
        let query = Self.query(.test("id", isNegated: false, .compare(.equal, id)))
        return try storedPictures(try program.read(Self.pictures, query, as: Caller(user: nil)).rows(db)).first
    }

    /// Gives a name to a document, which is in the store already.
    ///
    /// - Parameters:
    ///   - name: one that ``Families/PictureName`` accepts.
    ///   - document: the document.
    ///   - replaces: whether a picture that has the name gets this document; it keeps its ID.
    ///   - context: who does it, and when.
    ///   - db: the transaction.
    /// - Returns: the picture, and the document that it had before, which is no picture's any more.
    /// - Throws: 23505 if the name is taken, 42501 if the caller may not, 23514 for a name that is not of a family.
    package func keepPicture(
        _ name: String, document: DocumentID, replacing replaces: Bool, in context: WriteContext, _ db: Database
    ) throws -> (picture: StoredPicture, replaced: DocumentID?) {
        guard let family = PictureName.family(of: name) else {
            throw RowQueryError(.failedCheck, "The name is not one of a family's picture.")
        }
        let before = try pictures(named: [name], as: context.caller, db).first
        var preferences = Preferences()
        preferences.answer = .representation
        var query = Self.query()
        if replaces {
            preferences.resolution = .mergeDuplicates
            query.onConflict = ["name"]
        }
        let body: JSONObject = [
            "name": .text(name), "family_id": .text(family), "document": .text(document.description),
        ]
        let written = try storage.insert(
            into: Self.pictures, .object(body), query, preferences: preferences, in: context
        ).run(db)
        guard let result = written.result, let picture = try storedPictures(result).first else {
            throw RowQueryError.forbidden(in: Self.pictures)
        }
        return (picture, before.flatMap { $0.document == document ? nil : $0.document })
    }

    /// Removes pictures that no row names; those of artworks and children go with their rows.
    ///
    /// - Parameters:
    ///   - names: the pictures' names.
    ///   - context: who does it.
    ///   - db: the transaction.
    /// - Returns: what was removed; their documents are left to the caller.
    /// - Throws: the database's errors.
    package func removePictures(
        named names: [String], in context: WriteContext, _ db: Database
    ) throws -> [StoredPicture] {
        let free = try Set(names).sorted().filter { try !Self.isNamed($0, db) }
        guard !free.isEmpty else { return [] }
        var preferences = Preferences()
        preferences.answer = .representation
        let query = Self.query(.test("name", isNegated: false, .isOneOf(free)))
        let result = try storage.delete(from: Self.pictures, query, preferences: preferences, in: context).run(db)
        return try result.result.map(storedPictures) ?? []
    }

    /// Whether a row names a picture, that of a deleted artwork included, which may come back.
    private static func isNamed(_ name: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM storytelling_artworks WHERE image_url = :name)
                    OR EXISTS (SELECT 1 FROM storytelling_artworks WHERE thumbnail_url = :name)
                    OR EXISTS (SELECT 1 FROM storytelling_artworks WHERE moment_photo_url = :name)
                    OR EXISTS (SELECT 1 FROM storytelling_children WHERE avatar_url = :name)
                """, arguments: ["name": name]) ?? true
    }

    private static func query(_ filters: Filter...) -> RowRequest {
        var query = RowRequest()
        query.select = ["id", "name", "document", "uploaded_at"].map { .column($0, alias: nil) }
        query.filters = filters.map { RowRequest.Placed($0) }
        return query
    }

    private func storedPictures(_ result: RowResult) throws -> [StoredPicture] {
        try result.rows.compactMap { row in
            guard case .object(let members) = try JSONValue(parsing: Array(row.utf8), limits: storage.limits),
                case .text(let id) = members["id"], case .text(let name) = members["name"],
                case .text(let document) = members["document"], let document = DocumentID(document),
                case .text(let uploadedAt) = members["uploaded_at"]
            else { return nil }
            return StoredPicture(id: id, name: name, document: document, uploadedAt: uploadedAt)
        }
    }
}
