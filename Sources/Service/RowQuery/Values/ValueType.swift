/// The type of a value in a plan: of a column, cast or aggregate.
package enum ValueType: Hashable, Sendable {
    /// The type of a column, in its stored form.
    case column(ColumnType)
    /// An integer of 16 bits.
    case smallint
    /// An integer of 32 bits.
    case integer
    /// A number of any length, as a text of its digits.
    case decimal
    /// A floating-point number of 64 bits.
    case double

    /// The name in PostgreSQL, for messages.
    package var name: String {
        switch self {
        case .column(let type): type.rawValue
        case .smallint: "smallint"
        case .integer: "integer"
        case .decimal: "numeric"
        case .double: "double precision"
        }
    }

    /// The name that distinguishes all types, for functions of the database.
    package var code: String {
        if case .decimal = self { return "decimal" }
        return name
    }

    /// Creates the type with a code.
    package init?(code: String) {
        let others: [ValueType] = [.smallint, .integer, .decimal, .double]
        guard let type = others.first(where: { $0.code == code }) ?? ColumnType(rawValue: code).map(ValueType.column)
        else { return nil }
        self = type
    }

    /// Creates the type that a client named in a cast.
    ///
    /// - Throws: 42704 for a type that does not exist, PGRST127 for one of PostgreSQL's that casts do not have here.
    init(named name: String) throws(RowQueryError) {
        let word = name.lowercased()
        guard let type = Self.names[word] else {
            guard !Self.unbuilt.contains(word) else { throw .notBuilt("A cast to the type \(word)") }
            throw RowQueryError(.unknownType, "Type “\(NearestName.shortened(name))” does not exist.")
        }
        self = type
    }

    private static let names: [String: ValueType] = [
        "text": .column(.text), "varchar": .column(.text), "character varying": .column(.text),
        "smallint": .smallint, "int2": .smallint, "int": .integer, "integer": .integer, "int4": .integer,
        "bigint": .column(.integer), "int8": .column(.integer), "numeric": .decimal, "decimal": .decimal,
        "float": .double, "float8": .double, "double precision": .double, "bool": .column(.bool),
        "boolean": .column(.bool), "date": .column(.date), "timestamptz": .column(.timestamp),
        "timestamp with time zone": .column(.timestamp), "json": .column(.json), "jsonb": .column(.json),
        "uuid": .column(.uuid),
    ]

    private static let unbuilt: Set<String> = [
        "bit", "bit varying", "bpchar", "bytea", "char", "character", "cidr", "daterange", "float4", "inet",
        "int4range", "int8range", "interval", "money", "name", "numrange", "oid", "point", "real", "regclass",
        "regproc", "regrole", "regtype", "time", "time with time zone", "time without time zone", "timestamp",
        "timestamp without time zone", "timetz", "tsquery", "tsrange", "tstzrange", "tsvector", "varbit", "xml",
    ]
}

extension Aggregate {
    /// Returns the type of the result over values of a type.
    ///
    /// - Throws: 42883 if there is no such function.
    func result(of type: ValueType) throws(RowQueryError) -> ValueType {
        switch (self, type) {
        case (.count, _): return .column(.integer)
        case (.sum, .smallint), (.sum, .integer): return .column(.integer)
        case (.sum, .double), (.avg, .double): return .double
        case (.sum, .column(.integer)), (.sum, .column(.numeric)), (.sum, .decimal): return .decimal
        case (.avg, .smallint), (.avg, .integer), (.avg, .column(.integer)), (.avg, .column(.numeric)),
            (.avg, .decimal):
            return .decimal
        case (.min, .smallint), (.min, .integer), (.min, .decimal), (.min, .double), (.max, .smallint),
            (.max, .integer), (.max, .decimal), (.max, .double):
            return type
        case (.min, .column(let column)), (.max, .column(let column)):
            switch column {
            case .text, .integer, .numeric, .date, .timestamp: return type
            case .textList, .integerList: throw .notBuilt("The aggregate “\(rawValue)” of a list")
            case .uuid, .bool, .json: break
            }
        default: break
        }
        throw RowQueryError(.noOperator, "The function \(rawValue)(\(type.name)) does not exist.")
    }
}
