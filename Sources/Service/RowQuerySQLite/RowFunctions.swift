package import GRDB
package import RowQuery

/// SQL functions for statements: those of this module, and those named in a schema.
///
/// A schema names them in ``RowQuery/Scalar/call(_:_:)`` and ``RowQuery/Rule/holds(_:_:)``.
package struct RowFunctions: Sendable {
    /// A function of values, which may be called in any order and on several threads.
    package typealias Body = @Sendable ([Value]) -> Value

    private let bodies: [String: Body]

    /// Creates the functions, by their names in the schema.
    package init(_ bodies: [String: Body] = [:]) {
        self.bodies = bodies
    }

    /// Adds the functions to a connection before its first statement.
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

    /// Returns a text in lower case, mapped scalar by scalar as in patterns.
    private static func lowercase(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
    }

    /// Returns the number of characters without white space at both ends.
    private static func characters(_ text: String) -> Int {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return 0 }
        return start[...last].count
    }
}

extension Value {
    /// Creates a value from its SQLite form.
    ///
    /// A truth value is stored as a number, and a list as JSON.
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
