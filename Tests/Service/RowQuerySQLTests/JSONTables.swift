import Foundation
import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import TestSupport
import Testing
import Values

/// The tables of `testdata/row-query/tables.json`, open to everybody.
struct JSONTables {
    let database: TestDatabase
    let planner: RowPlanner

    init(on engine: SQLEngine = .current) throws {
        var limits = QueryLimits()
        limits.bodyDepth = 30
        let file = try JSONValue(
            parsing: Array(Data(contentsOf: TestData.url("row-query/tables.json"))), limits: limits)
        let declared = try #require(file.object?["tables"]?.list).compactMap(\.object)
        let tables = try declared.map(Self.table)
        let schema = try Schema(tables: tables, allowsAggregates: true)
        let open = TablePolicy(select: .always, insert: .always, update: .always, delete: .always)
        let planner = RowPlanner(
            schema: schema,
            policies: try Policies(Dictionary(uniqueKeysWithValues: tables.map { ($0.name, open) }), for: schema))
        let context = WriteContext(caller: .anonymous, now: 0) { "" }
        database = try TestDatabase(on: engine, tables: "row_query_json", functions: RowFunctions().functions) { db in
            for (table, declaration) in zip(tables, declared) {
                let columns = table.columns.map { column in
                    "\(column.name) \(column.type == .integer ? db.dialect.integer : column.type == .numeric ? db.dialect.real : db.dialect.text)"
                        + (column.name == "id" ? " PRIMARY KEY" : "")
                }
                try db.script(
                    "CREATE TABLE \(table.storedName) (\(columns.joined(separator: ", "))) \(db.dialect.tableOptions);")
                _ = try planner.insert(
                    into: table.name, #require(declaration["rows"]), preferences: Preferences(), in: context
                ).run(db)
            }
        }
        self.planner = planner
    }

    private static func table(_ declaration: JSONObject) throws -> Table {
        let name = try #require(declaration["name"]?.text)
        let columns = try #require(declaration["columns"]?.list).compactMap(\.object).map { column in
            Column(
                try #require(column["name"]?.text), try #require(column["type"]?.text.flatMap(ColumnType.init)),
                isNullable: column["nullable"]?.flag ?? false)
        }
        let keys = try (declaration["foreignKeys"]?.list ?? []).compactMap(\.object).map { key in
            ForeignKey(
                try #require(key["name"]?.text), try #require(key["column"]?.text),
                references: try #require(key["references"]?.text))
        }
        return Table(name, storedAs: "test_\(name)", columns: columns, foreignKeys: keys)
    }

    /// Answers a GET.
    func rows(_ table: String, _ query: String) throws -> String {
        let written = query.replacing("+", with: "%2B").replacing(" ", with: "%20")
        let request = try RowRequest(QueryString.parameters(of: written))
        let plan = try planner.read(table, request, as: .anonymous)
        return try database.readBlocking { db in String(decoding: try plan.rows(db).array, as: UTF8.self) }
    }

    /// Returns JSON without blanks, without the “.0” that SQLite gives whole numbers, and with inner objects sorted.
    static func normal(_ json: String) throws -> String {
        var limits = QueryLimits()
        limits.bodyDepth = 30
        return JSON.text(of: whole(try JSONValue(parsing: Array(json.utf8), limits: limits), depth: 0))
    }

    private static func whole(_ value: JSONValue, depth: Int) -> JSONValue {
        switch value {
        case .number(let text): .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
        case .list(let items): .list(items.map { whole($0, depth: depth + 1) })
        case .object(let object):
            // Fields of rows have an order.
            .object(
                JSONObject(
                    (depth > 1 ? object.members.sorted { $0.key < $1.key } : object.members).map { member in
                        JSONObject.Member(key: member.key, value: whole(member.value, depth: depth + 1))
                    }))
        default: value
        }
    }
}
