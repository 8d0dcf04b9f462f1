import Foundation
package import RowQuery
import RowQuerySQL
package import FamiliesService
package import SQL

/// The declared tables in a database; everybody may do everything.
package struct FixtureStore: RowStore {
    package let planner: RowPlanner
    private let access: FixtureAccess
    private let database: any SQLDatabase

    /// Opens tables that ``create(_:in:)`` has made.
    package init(_ file: FixtureFile, in database: any SQLDatabase) throws {
        planner = try Self.planner(file)
        access = FixtureAccess(planner: planner, functions: file.functions ?? [])
        self.database = database
    }

    private static func planner(_ file: FixtureFile) throws -> RowPlanner {
        let schema = try file.schema()
        let open = TablePolicy(select: .always, insert: .always, update: .always, delete: .always)
        return RowPlanner(
            schema: schema, policies: try Policies(schema.tables.mapValues { _ in open }, for: schema))
    }

    /// Creates the tables with their rows in an empty database.
    package static func create(_ file: FixtureFile, in db: any SQLSession) throws {
        let planner = try planner(file)
        let context = WriteContext(caller: Caller(user: nil), now: 0) { UUID().uuidString.lowercased() }
        let tables = file.tables.compactMap { planner.schema.tables[$0.name] }
        // Tables can refer to each other in a circle, and their rows as well.
        if db.dialect == .sqlite { _ = try db.row("PRAGMA defer_foreign_keys = ON") }
        for table in tables { try db.script(statement(of: table, db.dialect, planner.schema)) }
        for declared in file.tables {
            let rows = declared.rows ?? []
            guard !rows.isEmpty else { continue }
            let body = JSONValue.list(
                rows.map { .object(JSONObject($0.map { JSONObject.Member(key: $0.key, value: $0.value.value) })) })
            _ = try planner.insert(into: declared.name, body, in: context).run(db)
        }
        guard db.dialect == .postgreSQL else { return }
        for table in tables {
            for key in table.foreignKeys {
                try db.script("ALTER TABLE \(quoted(table.storedName)) ADD \(reference(key, planner.schema))")
            }
        }
    }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T
    ) async throws -> T {
        try await database.read { [access] db in try body(access, db) }
    }

    package func write<T: Sendable>(
        _ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T
    ) async throws -> T {
        try await database.write(isDurable: true, isAlone: false) { [access] db in
            try body(access, db)
        } committed: { _ in
        }
    }

    private static func statement(of table: RowQuery.Table, _ dialect: SQLDialect, _ schema: Schema) -> String {
        var parts = table.columns.map { column in
            let type =
                switch column.type {
                case .integer, .bool: dialect.integer
                case .numeric: dialect.real
                case .uuid, .text, .date, .timestamp, .textList, .integerList, .json: dialect.text
                }
            return "\(quoted(column.name)) \(type)" + (column.name == table.primaryKey ? " PRIMARY KEY" : "")
        }
        parts += table.uniqueKeys.map { "UNIQUE (\(quoted($0)))" }
        if dialect == .sqlite { parts += table.foreignKeys.map { reference($0, schema) } }
        return "CREATE TABLE \(quoted(table.storedName)) (\(parts.joined(separator: ", "))) \(dialect.tableOptions)"
    }

    private static func reference(_ key: ForeignKey, _ schema: Schema) -> String {
        let target = schema.tables[key.table]?.storedName ?? key.table
        return
            "FOREIGN KEY (\(quoted(key.columns))) REFERENCES \(quoted(target)) (\(quoted(key.keys))) ON DELETE CASCADE"
    }

    fileprivate static func quoted(_ names: [String]) -> String { names.map(quoted).joined(separator: ", ") }

    fileprivate static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

/// Requests without more policies than those of the plans.
struct FixtureAccess: RowAccess {
    let planner: RowPlanner
    let functions: [FixtureFile.FunctionDeclaration]

    func read(
        _ table: String, _ request: RowRequest, range: RowRange, preferences: Preferences, as caller: Caller,
        _ db: any SQLSession
    ) throws -> RowResult {
        try planner.read(table, request, range: range, preferences: preferences, as: caller)
            .rows(db, reuse: .recent)
    }

    func insert(
        into table: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences,
        in context: WriteContext, _ db: any SQLSession
    ) throws -> WriteResult {
        try planner.insert(into: table, body, request, preferences: preferences, in: context).run(db)
    }

    func put(
        into table: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences,
        in context: WriteContext, _ db: any SQLSession
    ) throws -> WriteResult {
        try planner.put(into: table, body, request, preferences: preferences, in: context).run(db)
    }

    func update(
        _ table: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences, in context: WriteContext,
        _ db: any SQLSession
    ) throws -> WriteResult {
        try planner.update(table, body, request, preferences: preferences, in: context).run(db)
    }

    func delete(
        from table: String, _ request: RowRequest, preferences: Preferences, in context: WriteContext,
        _ db: any SQLSession
    ) throws -> WriteResult {
        try planner.delete(from: table, request, preferences: preferences, in: context).run(db)
    }

    func call(
        _ name: String, _ body: JSONValue?, _ request: RowRequest, range: RowRange, preferences: Preferences,
        in context: WriteContext, _ db: any SQLSession
    ) throws -> CallResult {
        let plan = try planner.call(name, body, request, range: range, preferences: preferences, as: context.caller)
        let function = functions.first { $0.name == plan.function }
        return try plan.run(db) { arguments in
            if let name = function?.rowsOf, let table = planner.schema.tables[name] {
                let columns = FixtureStore.quoted(table.columns.map(\.name))
                let (name, key) = (FixtureStore.quoted(table.storedName), FixtureStore.quoted(table.primaryKey))
                return .rows(
                    try db.rows("SELECT \(columns) FROM \(name) ORDER BY \(key)") { row in
                        row.values.map { Value(stored: $0) }
                    })
            }
            if let name = function?.value { return .value(arguments[name] ?? .null) }
            return .nothing
        }
    }
}
