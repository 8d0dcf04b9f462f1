package import GRDB
package import RowQuery

/// The functions of the program that statements call: those of this module, and those that a schema names in
/// ``RowQuery/Scalar/call(_:_:)`` and ``RowQuery/Rule/holds(_:_:)``.
package struct RowFunctions: Sendable {
    /// A function from values to a value; it may be called in any order, and from several threads.
    package typealias Body = @Sendable ([Value]) -> Value

    private let bodies: [String: Body]

    /// Creates the functions by the names that the schema uses.
    package init(_ bodies: [String: Body] = [:]) {
        self.bodies = bodies
    }

    /// Adds the functions to a connection, before its first statement.
    package func add(to db: Database) {
        db.add(
            function: DatabaseFunction("rowquery_lowercase", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(Self.lowercase)
            })
        db.add(
            function: DatabaseFunction("rowquery_characters", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(Self.characters)
            })
        for (name, body) in bodies {
            db.add(
                function: DatabaseFunction(name) { values in
                    body(values.map(Value.init(stored:))).databaseValue
                })
        }
    }

    /// Returns a text in small letters, scalar by scalar as a pattern is.
    private static func lowercase(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
    }

    /// Returns the number of characters between the first and the last that is not white space.
    private static func characters(_ text: String) -> Int {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return 0 }
        return start[...last].count
    }
}

extension Value {
    /// A value as SQLite keeps it; a truth value is a number, and a list is JSON.
    package init(stored value: DatabaseValue) {
        self =
            switch value.storage {
            case .int64(let number): .integer(number)
            case .double(let number): .number(number)
            case .string(let text): .text(text)
            case .null, .blob: .null
            }
    }
}
