import FormModel
import Foundation
import KnownForms
import Pipeline
import PipelineSQL
import SQL

/// The database table of the prints of forms with templates, within one transaction.
///
/// A form has a print for each of its pages, by which scans, photos and other copies are recognised. All of its templates
/// share them.
struct PrintTables {
    let db: any SQLSession

    /// The migration of ``TemplateTables/schema`` that makes the table.
    static let migration = DomainSchema.Migration("prints") { db in
        let dialect = db.dialect
        try db.script(
            """
            CREATE TABLE templates_prints (
                digest \(dialect.text) NOT NULL,
                page \(dialect.integer) NOT NULL,
                added_at \(dialect.integer) NOT NULL,
                page_keys \(dialect.bytes) NOT NULL,
                print \(dialect.bytes) NOT NULL,
                PRIMARY KEY (digest, page)
            ) \(dialect.tableOptions);
            """)
    }

    /// Whether the table exists; files of earlier versions opened for reading lack it.
    var exist: Bool {
        get throws { try db.hasTable("templates_prints") }
    }

    /// Whether there are no prints.
    var areEmpty: Bool {
        get throws { try !(db.value(Bool.self, "SELECT EXISTS (SELECT 1 FROM templates_prints)") ?? false) }
    }

    /// A text that changes with the prints.
    var revision: String {
        get throws {
            let sql = "SELECT count(*), coalesce(max(added_at), 0) FROM templates_prints"
            return try db.row(sql, []) { "\($0[0] as Int) \($0[1] as Int64)" } ?? ""
        }
    }

    /// Returns whether there are prints of a form.
    func exist(for digest: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM templates_prints WHERE digest = ?)"
        return try db.value(Bool.self, sql, [digest]) ?? false
    }

    /// The digests of forms with templates and without prints.
    var missing: [String] {
        get throws {
            try db.values(
                String.self,
                """
                SELECT DISTINCT digest FROM templates_forms
                WHERE NOT EXISTS (SELECT 1 FROM templates_prints WHERE templates_prints.digest = templates_forms.digest)
                """, [])
        }
    }

    /// Returns all pages with their keys.
    func pages() throws -> [(page: PrintedPage, keys: PageKeys)] {
        try db.rows("SELECT digest, page, page_keys FROM templates_prints ORDER BY digest, page", []) { row in
            (PrintedPage(digest: row[0], page: row[1]), PageKeys(stored: row[2] as Data))
        }
    }

    /// Returns the prints of a form by page (0-based), without damaged ones.
    func all(of digest: String) throws -> [Int: PagePrint] {
        try pages(of: digest).reduce(into: [:]) { prints, page in
            prints[page.page] = try encodedPrint(of: page).flatMap { try? PagePrint(encoded: $0) }
        }
    }

    /// Returns the pages of a form that have prints.
    func pages(of digest: String) throws -> [PrintedPage] {
        try db.values(Int.self, "SELECT page FROM templates_prints WHERE digest = ? ORDER BY page", [digest])
            .map { PrintedPage(digest: digest, page: $0) }
    }

    /// Returns the encoded print of a page, or nil if it is no more.
    func encodedPrint(of page: PrintedPage) throws -> Data? {
        let sql = "SELECT print FROM templates_prints WHERE digest = ? AND page = ?"
        return try db.value(Data.self, sql, [page.digest, page.page])
    }

    /// Stores the prints of a form with a template.
    func put(_ prints: [EncodedPrint], of digest: String, at now: Timestamp) throws {
        for print in prints {
            try db.execute(
                """
                INSERT INTO templates_prints (digest, page, added_at, page_keys, print) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (digest, page) DO UPDATE SET added_at = excluded.added_at,
                    page_keys = excluded.page_keys, print = excluded.print
                """,
                [digest, print.page, now.milliseconds, print.keys.stored, print.data])
        }
    }

    /// Deletes the prints of a form without templates.
    func deleteUnused(of digest: String) throws {
        try db.execute(
            """
            DELETE FROM templates_prints WHERE digest = ?
                AND NOT EXISTS (SELECT 1 FROM templates_forms WHERE templates_forms.digest = ?)
            """, [digest, digest])
    }
}

/// A page of a form in the table of prints.
struct PrintedPage: Sendable, Hashable {
    /// The digest of what the form's pages draw.
    let digest: String
    /// The page (0-based).
    let page: Int
}

extension PageKeys {
    /// Decodes keys from little-endian integers of 32 bits.
    fileprivate init(stored data: Data) {
        self.init(
            values: data.withUnsafeBytes { bytes in
                (0..<bytes.count / 4).map {
                    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
                }
            })
    }

    /// The keys as little-endian integers of 32 bits.
    fileprivate var stored: Data {
        values.map(\.littleEndian).withUnsafeBytes { Data($0) }
    }
}
