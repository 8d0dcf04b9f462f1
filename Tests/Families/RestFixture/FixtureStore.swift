import Foundation
import RowQuery
import RowQuerySQL
import FamiliesService
import SQL

/// The declared tables in an empty database; everybody may do everything.
struct FixtureStore: RowStore {
    let planner: RowPlanner
    private let access: FixtureAccess
    private let database: any SQLDatabase

    /// Creates the tables with their rows.
    init(_ file: FixtureFile, in database: any SQLDatabase) throws {
        let schema = try file.schema()
        let open = TablePolicy(select: .always, insert: .always, update: .always, delete: .always)
        planner = RowPlanner(
            schema: schema, policies: try Policies(schema.tables.mapValues { _ in open }, for: schema))
        access = FixtureAccess(planner: planner, functions: file.functions ?? [])
        self.database = database
        let context = WriteContext(caller: Caller(user: nil), now: 0) { UUID().uuidString.lowercased() }
        try database.writeBlocking { db in
            for declared in file.tables {
                guard let table = schema.tables[declared.name] else { continue }
                // The schema has refused names that are not plain.
                try db.script(Self.statement(of: table, db.dialect))
                let rows = declared.rows ?? []
                guard !rows.isEmpty else { continue }
                let body = JSONValue.list(
                    rows.map { .object(JSONObject($0.map { JSONObject.Member(key: $0.key, value: $0.value.value) })) })
                _ = try planner.insert(into: declared.name, body, in: context).run(db)
            }
        }
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T) async throws -> T {
        try await database.read { [access] db in try body(access, db) }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T) async throws -> T {
        try await database.write(isDurable: true, isAlone: false) { [access] db in
            try body(access, db)
        } committed: { _ in
        }
    }

    private static func statement(of table: RowQuery.Table, _ dialect: SQLDialect) -> String {
        var parts = table.columns.map { column in
            let type =
                switch column.type {
                case .integer, .bool: dialect.integer
                case .numeric: dialect.real
                case .uuid, .text, .date, .timestamp, .textList, .json: dialect.text
                }
            return "\(column.name) \(type)" + (column.name == table.primaryKey ? " PRIMARY KEY" : "")
        }
        parts += table.uniqueKeys.map { "UNIQUE (\($0.joined(separator: ", ")))" }
        for key in table.foreignKeys {
            parts.append(
                "FOREIGN KEY (\(key.columns.joined(separator: ", "))) REFERENCES \(key.table) ON DELETE CASCADE")
        }
        return "CREATE TABLE \(table.storedName) (\(parts.joined(separator: ", "))) \(dialect.tableOptions)"
    }
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
                let columns = table.columns.map(\.name).joined(separator: ", ")
                return .rows(
                    try db.rows("SELECT \(columns) FROM \(table.storedName) ORDER BY \(table.primaryKey)") { row in
                        row.values.map { Value(stored: $0) }
                    })
            }
            if let name = function?.value { return .value(arguments[name] ?? .null) }
            return .nothing
        }
    }
}
