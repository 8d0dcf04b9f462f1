import Foundation
import Pipeline
import PipelineSQL
import SQL

/// The tables of collections: their names, the generations of their documents, and their files.
enum CollectionTables {
    static let schema = DomainSchema(
        "collections",
        migrations: [
            DomainSchema.Migration("collections") { db in
                try db.script(
                    """
                    CREATE TABLE collections_names (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        owner TEXT NOT NULL,
                        kind TEXT NOT NULL,
                        name TEXT NOT NULL,
                        created_at INTEGER NOT NULL,
                        UNIQUE (owner, kind, name)
                    ) STRICT;
                    CREATE TABLE collections_generations (
                        collection INTEGER NOT NULL REFERENCES collections_names (id) ON DELETE CASCADE,
                        generation INTEGER NOT NULL,
                        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
                        PRIMARY KEY (collection, generation)
                    ) STRICT;
                    CREATE UNIQUE INDEX collections_generations_by_document
                        ON collections_generations (document);
                    CREATE TABLE collections_files (
                        collection INTEGER NOT NULL REFERENCES collections_names (id) ON DELETE CASCADE,
                        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
                        PRIMARY KEY (collection, document)
                    ) STRICT;
                    CREATE INDEX collections_files_by_document ON collections_files (document);
                    CREATE TRIGGER collections_generations_gone AFTER DELETE ON collections_generations BEGIN
                        \(forgetIfEmpty);
                    END;
                    CREATE TRIGGER collections_files_gone AFTER DELETE ON collections_files BEGIN
                        \(forgetIfEmpty);
                    END;
                    """)
            }
        ])

    /// The SQL that removes a collection's name with its last document.
    private static let forgetIfEmpty = """
        DELETE FROM collections_names WHERE id = OLD.collection
            AND NOT EXISTS (SELECT 1 FROM collections_generations WHERE collection = OLD.collection)
            AND NOT EXISTS (SELECT 1 FROM collections_files WHERE collection = OLD.collection)
        """

    /// Returns the number of a collection; `nil` if the owner has none with that name.
    static func number(of key: CollectionKey, _ db: any SQLSession) throws -> Int64? {
        try db.value(
            Int64.self, "SELECT id FROM collections_names WHERE owner = ? AND kind = ? AND name = ?",
            [key.owner.text, key.kind.text, key.name])
    }

    /// Returns the number of a collection, which is created if necessary.
    static func add(_ key: CollectionKey, at now: Timestamp, _ db: any SQLSession) throws -> Int64 {
        if let number = try number(of: key, db) { return number }
        return try db.insertedNumber(
            "INSERT INTO collections_names (owner, kind, name, created_at) VALUES (?, ?, ?, ?) RETURNING id",
            [key.owner.text, key.kind.text, key.name, now.milliseconds])
    }

    /// Returns the newest generation of a collection and its document.
    static func newest(of collection: Int64, _ db: any SQLSession) throws -> (generation: Int64, document: DocumentID)?
    {
        let newest = try db.row(
            """
            SELECT generation, document FROM collections_generations WHERE collection = ?
            ORDER BY generation DESC LIMIT 1
            """, [collection]
        ) { (generation: $0[0] as Int64, document: DocumentID($0[1] as String)) }
        guard let newest, let document = newest.document else { return nil }
        return (newest.generation, document)
    }

    /// Returns the newest analysed document of a collection.
    static func newestAnalysed(of collection: Int64, _ db: any SQLSession) throws -> DocumentID? {
        let documents = StoredDocuments(db)
        let generations = try db.values(
            String.self, "SELECT document FROM collections_generations WHERE collection = ? ORDER BY generation DESC",
            [collection])
        for text in generations {
            guard let document = try DocumentID(text).flatMap(documents.document) else { continue }
            if document.fill > 0 || document.state == .ready { return document.id }
        }
        return nil
    }

    /// Records a document as the next generation of a collection.
    static func add(
        _ document: DocumentID, as generation: Int64, of collection: Int64, _ db: any SQLSession
    ) throws {
        try db.execute(
            "INSERT INTO collections_generations (collection, generation, document) VALUES (?, ?, ?)",
            [collection, generation, document.description])
    }

    /// Records documents as files of a collection.
    ///
    /// Repeated calls have no further effect.
    static func add(files: [DocumentID], to collection: Int64, _ db: any SQLSession) throws {
        for file in files {
            try db.execute(
                "INSERT OR IGNORE INTO collections_files (collection, document) VALUES (?, ?)",
                [collection, file.description])
        }
    }

    /// Returns all documents of a collection: first the generations, then the files.
    static func documents(of collection: Int64, _ db: any SQLSession) throws -> [DocumentID] {
        let generations = try db.values(
            String.self, "SELECT document FROM collections_generations WHERE collection = ? ORDER BY generation DESC",
            [collection])
        let files = try db.values(
            String.self, "SELECT document FROM collections_files WHERE collection = ?", [collection])
        return (generations + files).compactMap(DocumentID.init)
    }
}
