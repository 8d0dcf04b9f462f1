import RowQuery

extension SQLStatement {
    /// Adds a text in lower case in PostgreSQL, mapped scalar by scalar as in patterns.
    ///
    /// PostgreSQL's own `lower` depends on the operating system's locales, except for ASCII. Texts without other capital
    /// letters, which are nearly all, take the short way: the long one compares each character with all of these.
    mutating func add(lowercase operand: Operand) {
        add("(SELECT CASE WHEN folding.text ~ ")
        bind(Capitals.shared.pattern)
        add(" THEN translate(")
        for _ in Capitals.shared.expanding { add("replace(") }
        add("folding.text")
        for capital in Capitals.shared.expanding {
            add(", ")
            bind(capital.text)
            add(", ")
            bind(capital.lowercase)
            add(")")
        }
        add(", ")
        bind(Capitals.shared.upper)
        add(", ")
        bind(Capitals.shared.lower)
        add(") ELSE folding.text END FROM (SELECT lower(")
        add(operand)
        add(" COLLATE \"C\") AS text) AS folding)")
    }
}

/// The scalars beyond ASCII that have another form in lower case.
private struct Capitals: Sendable {
    static let shared = Capitals()

    /// The scalars with one scalar in lower case.
    let upper: String
    /// Their lower case, in the same order.
    let lower: String
    /// The scalars with several scalars in lower case.
    let expanding: [(text: String, lowercase: String)]
    /// The regular expression that finds any of them.
    let pattern: String

    private init() {
        var (upper, lower) = (String.UnicodeScalarView(), String.UnicodeScalarView())
        var expanding: [(text: String, lowercase: String)] = []
        for number in 0x80...UInt32(0x1_FFFF) {
            guard let scalar = Unicode.Scalar(number) else { continue }
            let mapped = scalar.properties.lowercaseMapping.unicodeScalars
            if mapped.count > 1 {
                expanding.append((String(scalar), String(mapped)))
            } else if let only = mapped.first, only != scalar {
                upper.append(scalar)
                lower.append(only)
            }
        }
        self.upper = String(upper)
        self.lower = String(lower)
        self.expanding = expanding
        pattern = "[" + String(upper) + expanding.map(\.text).joined() + "]"
    }
}
