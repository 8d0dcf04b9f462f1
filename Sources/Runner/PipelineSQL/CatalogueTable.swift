import SQL

/// A table of a store's database, with what copying its rows needs to know.
struct CatalogueTable {
    let name: String
    let columns: [String]
    /// The tables that its rows refer to.
    let references: Set<String>
    /// The column that numbers rows on PostgreSQL; `nil` for none.
    let numbering: String?

    /// The name as an identifier in statements.
    var identifier: String { Self.quoted(name) }

    static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    /// Returns all tables, each behind those that it refers to.
    static func all(in db: any SQLSession) throws -> [CatalogueTable] {
        var left = try unordered(in: db)
        var ordered: [CatalogueTable] = []
        while !left.isEmpty {
            let names = Set(left.map(\.name))
            let next = left.filter { table in table.references.subtracting([table.name]).isDisjoint(with: names) }
            guard !next.isEmpty else {
                throw SQLError(.statement, "The tables of the store refer to each other in a circle.")
            }
            ordered += next
            left.removeAll { table in next.contains { $0.name == table.name } }
        }
        return ordered
    }

    private static func unordered(in db: any SQLSession) throws -> [CatalogueTable] {
        let (names, columns, references, numberings) = queries(db.dialect)
        return try db.values(String.self, names).map { name in
            CatalogueTable(
                name: name,
                // PostgreSQL alone remembers which number an event had before it had its place in the feed.
                columns: try db.values(String.self, columns, [name]).filter { (name, $0) != ("events", "written") },
                references: Set(try db.values(String.self, references, [name])),
                numbering: try db.value(String.self, numberings, [name]))
        }
    }

    private static func queries(_ dialect: SQLDialect) -> (String, String, String, String) {
        switch dialect {
        case .sqlite:
            (
                """
                SELECT name FROM sqlite_master
                WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'grdb_*' ORDER BY name
                """,
                "SELECT name FROM pragma_table_info(?) ORDER BY name",
                "SELECT \"table\" FROM pragma_foreign_key_list(?)",
                "SELECT NULL WHERE ? = ''"
            )
        case .postgreSQL:
            (
                """
                SELECT CAST(relname AS text) FROM pg_class
                WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)
                    AND relname <> 'schema_migrations' ORDER BY relname
                """,
                """
                SELECT CAST(attname AS text) FROM pg_attribute WHERE attrelid = CAST(quote_ident(?) AS regclass)
                    AND attnum > 0 AND NOT attisdropped ORDER BY attname
                """,
                """
                SELECT CAST(relname AS text) FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid
                WHERE contype = 'f' AND conrelid = CAST(quote_ident(?) AS regclass)
                """,
                """
                SELECT CAST(attname AS text) FROM pg_attribute
                WHERE attrelid = CAST(quote_ident(?) AS regclass) AND attidentity <> ''
                """
            )
        }
    }
}
