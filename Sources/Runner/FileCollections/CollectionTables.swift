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
                let dialect = db.dialect
                try db.script(
                    """
                    CREATE TABLE collections_names (
                        id \(dialect.numbering),
                        owner \(dialect.text) NOT NULL,
                        kind \(dialect.text) NOT NULL,
                        name \(dialect.text) NOT NULL,
                        created_at \(dialect.integer) NOT NULL,
                        UNIQUE (owner, kind, name)
                    ) \(dialect.tableOptions);
                    CREATE TABLE collections_generations (
                        collection \(dialect.integer) NOT NULL REFERENCES collections_names (id) ON DELETE CASCADE,
                        generation \(dialect.integer) NOT NULL,
                        document \(dialect.text) NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
                        PRIMARY KEY (collection, generation)
                    ) \(dialect.tableOptions);
                    CREATE UNIQUE INDEX collections_generations_by_document
                        ON collections_generations (document);
                    CREATE TABLE collections_files (
                        collection \(dialect.integer) NOT NULL REFERENCES collections_names (id) ON DELETE CASCADE,
                        document \(dialect.text) NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
                        PRIMARY KEY (collection, document)
                    ) \(dialect.tableOptions);
                    CREATE INDEX collections_files_by_document ON collections_files (document);
                    \(triggers(dialect))
                    """)
            }
        ])

    /// The triggers that remove a collection's name with its last document.
    ///
    /// On PostgreSQL they lock the name before they look, since other transactions may add and delete documents.
    private static func triggers(_ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite:
            """
            CREATE TRIGGER collections_generations_gone AFTER DELETE ON collections_generations BEGIN
                \(forgetIfEmpty);
            END;
            CREATE TRIGGER collections_files_gone AFTER DELETE ON collections_files BEGIN
                \(forgetIfEmpty);
            END;
            """
        case .postgreSQL:
            """
            CREATE FUNCTION collections_forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                PERFORM 1 FROM collections_names WHERE id = OLD.collection FOR UPDATE;
                \(forgetIfEmpty);
                RETURN NULL;
            END $$;
            CREATE TRIGGER collections_generations_gone AFTER DELETE ON collections_generations
                FOR EACH ROW EXECUTE FUNCTION collections_forget();
            CREATE TRIGGER collections_files_gone AFTER DELETE ON collections_files
                FOR EACH ROW EXECUTE FUNCTION collections_forget();
            """
        }
    }

    private static let forgetIfEmpty = """
        DELETE FROM collections_names WHERE id = OLD.collection
            AND NOT EXISTS (SELECT 1 FROM collections_generations WHERE collection = OLD.collection)
            AND NOT EXISTS (SELECT 1 FROM collections_files WHERE collection = OLD.collection)
        """

    /// Returns the number of a collection; `nil` if the owner has none with that name.
    static func number(of key: CollectionKey, _ db: any SQLSession) throws -> Int64? {
        try db.value(Int64.self, numberSQL, [key.owner.text, key.kind.text, key.name])
    }

    private static let numberSQL = "SELECT id FROM collections_names WHERE owner = ? AND kind = ? AND name = ?"

    /// Returns the number of a collection, which is created if necessary.
    ///
    /// Other transactions that change the collection wait for the end of this one.
    static func add(_ key: CollectionKey, at now: Timestamp, _ db: any SQLSession) throws -> Int64 {
        try db.lock("collections/\(key.kind.text)/\(key.name)/\(key.owner.text)")
        // The row is locked as well, against the triggers.
        let number = try db.value(
            Int64.self, "\(numberSQL) \(db.dialect.forUpdate)", [key.owner.text, key.kind.text, key.name])
        if let number { return number }
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
                "INSERT INTO collections_files (collection, document) VALUES (?, ?) ON CONFLICT DO NOTHING",
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
