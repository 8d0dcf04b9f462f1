import SQL

/// The triggers of tables, switched off during a copy.
///
/// They would refuse rows in the middle of their lives, and write further ones.
struct CatalogueTriggers {
    private let db: any SQLSession
    private let tables: [CatalogueTable]
    /// The definitions on SQLite, which cannot disable a trigger.
    private let definitions: [(name: String, sql: String)]

    init(of tables: [CatalogueTable], in db: any SQLSession) throws {
        self.db = db
        self.tables = tables
        definitions =
            db.dialect == .sqlite
            ? try db.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'") { ($0[0], $0[1]) } : []
    }

    func disable() throws {
        if db.dialect == .postgreSQL {
            for table in tables { try db.script("ALTER TABLE \(table.identifier) DISABLE TRIGGER USER") }
        }
        for (name, _) in definitions { try db.script("DROP TRIGGER \(CatalogueTable.quoted(name))") }
    }

    func enable() throws {
        if db.dialect == .postgreSQL {
            for table in tables { try db.script("ALTER TABLE \(table.identifier) ENABLE TRIGGER USER") }
        }
        for (_, sql) in definitions { try db.script(sql) }
    }
}
