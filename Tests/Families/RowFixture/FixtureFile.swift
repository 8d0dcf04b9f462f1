package import Foundation
import RowQuery

/// Tables with their rows, and functions, as a file in JSON declares them.
package struct FixtureFile: Decodable {
    let tables: [TableDeclaration]
    let functions: [FunctionDeclaration]?

    struct TableDeclaration: Decodable {
        let name: String
        /// The column of the primary key, if clients know it; by default “id”.
        let primaryKey: String?
        /// The columns by which clients identify rows, if the primary key is a hidden column; can be empty.
        let key: [String]?
        let columns: [ColumnDeclaration]
        let unique: [[String]]?
        let foreignKeys: [KeyDeclaration]?
        /// A body as a client would send it, in a string or as it is.
        let rows: [[String: JSONText]]?
    }

    struct ColumnDeclaration: Decodable {
        let name: String
        /// PostgreSQL's name of the type.
        let type: String
        let nullable: Bool?
        /// `uuid`, `now`, `today` or `number`.
        let `default`: String?
        /// A constant as the default.
        let value: JSONText?
    }

    struct KeyDeclaration: Decodable {
        let name: String
        let column: String?
        let columns: [String]?
        let references: String
        /// The referenced columns; by default the target's key.
        let keys: [String]?
    }

    struct FunctionDeclaration: Decodable {
        let name: String
        let parameters: [ColumnDeclaration]?
        /// The table whose rows it returns.
        let rowsOf: String?
        /// The parameter that it returns.
        let value: String?
    }

    /// A mistake in the file.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// The hidden column of tables without a primary key of one column.
    private static let hiddenKey = "fixture_row"

    /// Reads a file.
    package init(contentsOf url: URL) throws {
        self = try JSONDecoder().decode(FixtureFile.self, from: Data(contentsOf: url))
    }

    /// Declares the tables and functions.
    func schema() throws -> Schema {
        let keys = Dictionary(
            uniqueKeysWithValues: tables.map { ($0.name, $0.key ?? [$0.primaryKey ?? "id"]) })
        let tables = try self.tables.map { table in
            var columns = try table.columns.map(Self.column)
            if table.key != nil { columns.append(Column(Self.hiddenKey, .uuid, standard: .newID, isHidden: true)) }
            let key = table.key ?? []
            return Table(
                table.name, columns: columns,
                primaryKey: table.key == nil ? table.primaryKey ?? "id" : Self.hiddenKey, key: table.key,
                uniqueKeys: (key.isEmpty ? [] : [key]) + (table.unique ?? []),
                foreignKeys: (table.foreignKeys ?? []).map { declared in
                    ForeignKey(
                        declared.name, declared.columns ?? declared.column.map { [$0] } ?? [],
                        references: declared.references, declared.keys ?? keys[declared.references] ?? [])
                })
        }
        let functions = try (self.functions ?? []).map { function in
            let parameters = try (function.parameters ?? []).map { parameter in
                Function.Parameter(
                    parameter.name, try Self.type(parameter.type), standard: parameter.nullable == true ? .null : nil)
            }
            var result = Function.Result.nothing
            if let name = function.rowsOf, let table = tables.first(where: { $0.name == name }) {
                result = .rows(table.columns)
            } else if let name = function.value, let parameter = parameters.first(where: { $0.name == name }) {
                result = .value(parameter.type)
            }
            return Function(function.name, parameters, returns: result, isReadOnly: true)
        }
        return try Schema(tables: tables, functions: functions, allowsAggregates: true)
    }

    private static func column(_ column: ColumnDeclaration) throws -> Column {
        let type = try type(column.type)
        let standard: Column.Standard? =
            switch column.default {
            case nil: try column.value.map { .value(try type.value(of: $0.value, for: column.name)) }
            case "uuid": .newID
            case "now": .now
            case "today": .today
            default: throw Mistake(description: "The default of “\(column.name)” is not known.")
            }
        return Column(column.name, type, isNullable: column.nullable ?? false, standard: standard)
    }

    private static func type(_ name: String) throws -> ColumnType {
        guard let type = ColumnType(rawValue: name) else {
            throw Mistake(description: "The type “\(name)” is not one of RowQuery's.")
        }
        return type
    }
}

/// A value of JSON that is decoded as what a body would be.
struct JSONText: Decodable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let bool = try? container.decode(Bool.self) {
            value = .flag(bool)
        } else if let number = try? container.decode(Int64.self) {
            value = .number("\(number)")
        } else if let number = try? container.decode(Double.self) {
            value = .number("\(number)")
        } else if let items = try? container.decode([JSONText].self) {
            value = .list(items.map(\.value))
        } else if let members = try? container.decode([String: JSONText].self) {
            value = .object(
                JSONObject(
                    members.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: $0.value.value) }))
        } else {
            value = .text(try container.decode(String.self))
        }
    }
}
