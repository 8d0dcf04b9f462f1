package import Pipeline
package import RowQuery
import RowQuerySQL
import Families
package import SQL

/// An object of the storage: a picture with a name given by a client.
package struct StoredPicture: Hashable, Sendable {
    /// The UUID in lower case.
    package let id: String
    /// The name: folders and a file, with the family's ID as the first folder.
    package let name: String
    /// The document with its bytes.
    package let document: DocumentID
    /// The time of the last upload, in the stored format of timestamps.
    package let uploadedAt: String
}

/// Operations of the storage on behalf of a caller, subject to the policies of `pictures`.
extension FamilyRows {
    private static let pictures = "pictures"

    /// Returns the pictures with the given names that a caller may see.
    package func pictures(named names: [String], as caller: Caller, _ db: any SQLSession) throws -> [StoredPicture] {
        let query = Self.query(.test("name", isNegated: false, .isOneOf(names)))
        return try storedPictures(try storage.read(Self.pictures, query, as: caller).rows(db))
    }

    /// Returns the pictures below a folder that a caller may see, by name.
    ///
    /// - Parameters:
    ///   - folder: The folder without a trailing slash; empty for all.
    ///   - limit: The maximum number of pictures.
    ///   - caller: The caller.
    ///   - db: A connection for reading.
    /// - Returns: The pictures.
    /// - Throws: Errors of the database.
    package func pictures(
        in folder: String, limit: Int, as caller: Caller, _ db: any SQLSession
    ) throws -> [StoredPicture] {
        var query = Self.query()
        if !folder.isEmpty {
            // Texts are ordered by bytes, and “0” follows the slash.
            query = Self.query(
                .test("name", isNegated: false, .compare(.greater, folder + "/")),
                .test("name", isNegated: false, .compare(.less, folder + "0")))
        }
        query.orders = [RowRequest.Placed([OrderTerm("name")])]
        query.limits = [RowRequest.Placed(limit)]
        return try storedPictures(try storage.read(Self.pictures, query, as: caller).rows(db))
    }

    /// Returns a picture for the bearer of a signed link.
    ///
    /// The creator of the link was allowed to see it.
    package func linkedPicture(_ id: String, _ db: any SQLSession) throws -> StoredPicture? {
        let query = Self.query(.test("id", isNegated: false, .compare(.equal, id)))
        return try storedPictures(try program.read(Self.pictures, query, as: Caller(user: nil)).rows(db)).first
    }

    /// Names a document that is already in the store.
    ///
    /// - Parameters:
    ///   - name: A name accepted by ``Families/PictureName``.
    ///   - document: The document.
    ///   - replaces: Whether an existing picture with the name gets this document. It keeps its ID.
    ///   - context: The caller and the time.
    ///   - db: The transaction.
    /// - Returns: The picture, and its previous document, which no longer belongs to a picture.
    /// - Throws: 23505 if the name is taken, 42501 if the caller may not, 23514 for a name outside families.
    package func keepPicture(
        _ name: String, document: DocumentID, replacing replaces: Bool, in context: WriteContext, _ db: any SQLSession
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

    /// Removes pictures unless a row names them; others are removed with their rows.
    ///
    /// - Parameters:
    ///   - names: The pictures' names.
    ///   - context: The caller.
    ///   - db: The transaction.
    /// - Returns: The removed pictures. Their documents are left to the caller.
    /// - Throws: Errors of the database.
    package func removePictures(
        named names: [String], in context: WriteContext, _ db: any SQLSession
    ) throws -> [StoredPicture] {
        let free = try Set(names).sorted().filter { try !Self.isNamed($0, db) }
        guard !free.isEmpty else { return [] }
        var preferences = Preferences()
        preferences.answer = .representation
        let query = Self.query(.test("name", isNegated: false, .isOneOf(free)))
        let result = try storage.delete(from: Self.pictures, query, preferences: preferences, in: context).run(db)
        return try result.result.map(storedPictures) ?? []
    }

    /// Returns whether a row names a picture, even that of a restorable artwork.
    private static func isNamed(_ name: String, _ db: any SQLSession) throws -> Bool {
        try db.value(
            Bool.self,
            """
            SELECT EXISTS (SELECT 1 FROM storytelling_artworks WHERE image_url = ?1)
                OR EXISTS (SELECT 1 FROM storytelling_artworks WHERE thumbnail_url = ?1)
                OR EXISTS (SELECT 1 FROM storytelling_artworks WHERE moment_photo_url = ?1)
                OR EXISTS (SELECT 1 FROM storytelling_children WHERE avatar_url = ?1)
            """, [name]) ?? true
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
