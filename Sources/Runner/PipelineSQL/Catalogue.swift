package import Foundation
package import Pipeline
import SQL
import SQLite

/// The catalogue in a backup: a store's database that no other process has open.
package struct Catalogue {
    private let file: SQLiteFile

    /// Opens the file, which need not keep its name from now on.
    package init(_ file: URL) throws {
        self.file = try SQLiteFile(file)
    }

    /// The stored bytes that documents refer to, in the order of their names.
    package func contents() throws -> [ContentID] {
        try file.read { db in
            try db.values(
                String.self, "SELECT content FROM documents UNION SELECT content FROM artefacts ORDER BY content")
        }.compactMap { ContentID(hex: $0) }
    }

    /// The number of documents.
    package func documentCount() throws -> Int {
        try file.read { try $0.value(Int.self, "SELECT count(*) FROM documents") ?? 0 }
    }

    /// The documents that need these bytes.
    package func documents(needing contents: some Sequence<ContentID>) throws -> [DocumentID] {
        try file.read { db in
            try contents.flatMap { content in
                try db.values(
                    String.self,
                    """
                    SELECT id FROM documents WHERE content = ?1 OR sequence IN
                        (SELECT document FROM artefacts WHERE content = ?1)
                    """, [content.hex])
            }.compactMap(DocumentID.init)
        }
    }

    /// Removes documents with everything that refers to them.
    package func remove(_ documents: some Sequence<DocumentID>) throws {
        try file.write { db in
            for document in documents {
                try db.execute("DELETE FROM documents WHERE id = ?", [document.description])
            }
        }
    }

    /// Whether SQLite finds the file sound.
    package func isSound() throws -> Bool {
        try file.read { try $0.values(String.self, "PRAGMA quick_check") == ["ok"] }
    }

    /// Returns the SQL of everything but tables and indexes, such as views and triggers.
    ///
    /// SQLite follows the SQL, whatever the type beside it says.
    package func programs() throws -> Set<String> {
        try file.read { db in
            Set(
                try db.values(
                    String.self,
                    """
                    SELECT sql FROM sqlite_master WHERE sql NOT GLOB 'CREATE TABLE *'
                        AND sql NOT GLOB 'CREATE INDEX *' AND sql NOT GLOB 'CREATE UNIQUE INDEX *'
                    """))
        }
    }

    /// The identifiers of the migrations that the file has had.
    package func migrations() throws -> Set<String> {
        try file.read { Set(try $0.values(String.self, "SELECT identifier FROM grdb_migrations")) }
    }

    /// Closes the file, which is then complete without any other.
    package func close() throws {
        try file.close()
    }
}
