package import RowQuery
package import SQL

/// SQL functions for statements: those of this module, and those named in a schema.
///
/// A schema names them in ``RowQuery/Scalar/call(_:_:)`` and ``RowQuery/Rule/holds(_:_:)``.
package struct RowFunctions: Sendable {
    /// A function of values, which may be called in any order and on several threads.
    package typealias Body = @Sendable ([Value]) -> Value

    /// The name of the function for places in JSON values.
    static let path = "rowquery_path"
    /// The name of the function that says why a cast fails.
    static let mistake = "rowquery_mistake"

    private let bodies: [String: Body]

    /// Creates the functions, by their names in the schema.
    package init(_ bodies: [String: Body] = [:]) {
        self.bodies = bodies
    }

    /// The functions for the connections of a database.
    package var functions: [SQLFunction] {
        [
            SQLFunction("rowquery_lowercase", argumentCount: 1, isPure: true) { values in
                guard let text = String(sqlValue: values[0]) else { return .null }
                return .text(Self.lowercase(text))
            },
            SQLFunction("rowquery_characters", argumentCount: 1, isPure: true) { values in
                guard let text = String(sqlValue: values[0]) else { return .null }
                return .integer(Int64(Self.characters(text)))
            },
            SQLFunction(Self.path, argumentCount: 3, isPure: true) { values in
                guard case .text(let name) = values[1], let type = ColumnType(rawValue: name),
                    case .text(let steps) = values[2], let json = type.json(of: Value(stored: values[0]))
                else { return .null }
                return JSONStep.value(at: JSONStep.steps(ofJSON: steps), in: json).sqlValue
            },
            SQLFunction(JSONOrder.function, argumentCount: 1, isPure: true) { values in
                guard case .text(let json) = values[0] else { return .null }
                return JSONOrder.key(of: json).map(SQLValue.text) ?? .null
            },
            SQLFunction(ListOrder.function, argumentCount: 1, isPure: true) { values in
                guard case .text(let list) = values[0] else { return .null }
                return ListOrder.key(of: list).map(SQLValue.text) ?? .null
            },
            SQLFunction(ValueCast.function, argumentCount: 3, isPure: true) { values in
                (try? CastMistake.result(of: values).get().sqlValue) ?? .null
            },
            SQLFunction(Self.mistake, argumentCount: 3, isPure: true) { values in
                CastMistake.text(of: values).map(SQLValue.text) ?? .null
            },
            SQLFunction(ExactAggregates.function, argumentCount: 2, isPure: true, ExactAggregates.result),
        ]
            + bodies.map { name, body in
                SQLFunction(name) { values in body(values.map(Value.init(stored:))).sqlValue }
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
    /// Creates a value from its stored form.
    ///
    /// A truth value is stored as a number, and a list as JSON.
    package init(stored value: SQLValue) {
        self =
            switch value {
            case .integer(let number): .integer(number)
            case .real(let number): .number(number)
            case .text(let text): .text(text)
            case .null, .blob: .null
            }
    }
}
