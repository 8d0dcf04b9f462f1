import Values

/// What a client prefers of the answer: the `Prefer` header.
package struct Preferences: Hashable, Sendable {
    /// What a write answers.
    package var answer: Answer?
    /// Whether all rows are counted.
    package var counts: Count?
    /// What an insert does with rows that exist.
    package var resolution: Resolution?
    /// What becomes of columns that a row of the body leaves out.
    package var missing: Missing?
    /// Whether unknown preferences are refused.
    package var handling: Handling?

    /// What a write answers.
    package enum Answer: String, Hashable, Sendable {
        case minimal
        case headersOnly = "headers-only"
        case representation
    }

    /// How rows are counted: always exactly here.
    package enum Count: String, Hashable, Sendable {
        case exact, planned, estimated
    }

    /// What an insert does with rows that exist.
    package enum Resolution: String, Hashable, Sendable {
        case mergeDuplicates = "merge-duplicates"
        case ignoreDuplicates = "ignore-duplicates"
    }

    /// What becomes of columns that a row of the body leaves out.
    package enum Missing: String, Hashable, Sendable {
        case `default`, null
    }

    /// Whether unknown preferences are refused.
    package enum Handling: String, Hashable, Sendable {
        case strict, lenient
    }

    package init() {}

    /// Parses the values of all `Prefer` headers; of two for one thing the first stands.
    ///
    /// - Throws: PGRST122 for an unknown preference with `handling=strict`.
    package init(headers: [String]) throws(RowQueryError) {
        var unknown: [String] = []
        for part in headers.prefix(32).joined(separator: ",").split(separator: ",").prefix(32) {
            let preference = part.filter { $0 != " " && $0 != "\t" }
            guard !preference.isEmpty else { continue }
            let sides = preference.split(separator: "=", maxSplits: 1).map(String.init)
            let isKnown =
                switch sides.first {
                case "return": Self.set(&answer, sides)
                case "count": Self.set(&counts, sides)
                case "resolution": Self.set(&resolution, sides)
                case "missing": Self.set(&missing, sides)
                case "handling": Self.set(&handling, sides)
                default: false
                }
            if !isKnown { unknown.append(NearestName.shortened(sides.first ?? "")) }
        }
        guard handling == .strict, !unknown.isEmpty else { return }
        throw RowQueryError(
            .invalidPreference, "Invalid preferences were given with handling=strict.",
            details: .text("Invalid preferences: \(unknown.joined(separator: ", "))."))
    }

    /// What was understood: the value of `Preference-Applied`; empty if nothing was.
    package var applied: String {
        [
            resolution.map { "resolution=\($0.rawValue)" }, answer.map { "return=\($0.rawValue)" },
            counts.map { "count=\($0.rawValue)" }, missing.map { "missing=\($0.rawValue)" },
            handling.map { "handling=\($0.rawValue)" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    private static func set<Choice: RawRepresentable<String>>(_ choice: inout Choice?, _ sides: [String]) -> Bool {
        guard sides.count == 2, let value = Choice(rawValue: sides[1]) else { return false }
        choice = choice ?? value
        return true
    }
}
