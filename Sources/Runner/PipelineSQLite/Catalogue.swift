package import Foundation
import GRDB
package import Pipeline

/// The catalogue in a backup: a store's database that no other process has open.
package struct Catalogue {
    private let database: DatabaseQueue

    /// Opens the file, which need not keep its name from now on.
    package init(_ file: URL) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    -- A file whose change fails is discarded, and one without a name cannot have a journal beside it.
                    PRAGMA journal_mode = MEMORY;
                    """)
        }
        database = try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// The stored bytes that documents refer to, in the order of their names.
    package func contents() throws -> [ContentID] {
        try database.read { db in
            try String.fetchAll(
                db, sql: "SELECT content FROM documents UNION SELECT content FROM artefacts ORDER BY content")
        }.compactMap { ContentID(hex: $0) }
    }

    /// The number of documents.
    package func documentCount() throws -> Int {
        try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM documents") ?? 0 }
    }

    /// The documents that need these bytes.
    package func documents(needing contents: some Sequence<ContentID>) throws -> [DocumentID] {
        try database.read { db in
            try contents.flatMap { content in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT id FROM documents WHERE content = ?1 OR sequence IN
                            (SELECT document FROM artefacts WHERE content = ?1)
                        """, arguments: [content.hex])
            }.compactMap(DocumentID.init)
        }
    }

    /// Removes documents with everything that refers to them.
    package func remove(_ documents: some Sequence<DocumentID>) throws {
        try database.write { db in
            for document in documents {
                try db.execute(sql: "DELETE FROM documents WHERE id = ?", arguments: [document.description])
            }
        }
    }

    /// Whether SQLite finds the file sound.
    package func isSound() throws -> Bool {
        try database.read { try String.fetchAll($0, sql: "PRAGMA quick_check") == ["ok"] }
    }

    /// Returns the SQL of everything but tables and indexes, such as views and triggers.
    ///
    /// SQLite follows the SQL, whatever the type beside it says.
    package func programs() throws -> Set<String> {
        try database.read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT sql FROM sqlite_master WHERE sql NOT GLOB 'CREATE TABLE *'
                        AND sql NOT GLOB 'CREATE INDEX *' AND sql NOT GLOB 'CREATE UNIQUE INDEX *'
                    """)
        }
    }

    /// The identifiers of the migrations that the file has had.
    package func migrations() throws -> Set<String> {
        try database.read { try String.fetchSet($0, sql: "SELECT identifier FROM grdb_migrations") }
    }

    /// Closes the file, which is then complete without any other.
    package func close() throws {
        try database.close()
    }
}
