/// The preferences of a client: the `Prefer` header.
package struct Preferences: Hashable, Sendable {
    /// The response to a write.
    package var answer: Answer?
    /// The method of counting all rows; nil not to count.
    package var counts: Count?
    /// The treatment of existing rows by an insert.
    package var resolution: Resolution?
    /// The values of columns missing in a row of the body.
    package var missing: Missing?
    /// The treatment of unknown preferences.
    package var handling: Handling?
    /// The maximum number of rows that an update or a deletion may touch, with ``Handling/strict``.
    package var maxAffected: Int?

    /// The response to a write.
    package enum Answer: String, Hashable, Sendable {
        case minimal
        case headersOnly = "headers-only"
        case representation
    }

    /// A method of counting rows; all of them count exactly here.
    package enum Count: String, Hashable, Sendable {
        case exact, planned, estimated
    }

    /// The treatment of existing rows by an insert.
    package enum Resolution: String, Hashable, Sendable {
        case mergeDuplicates = "merge-duplicates"
        case ignoreDuplicates = "ignore-duplicates"
    }

    /// The values of columns missing in a row of the body.
    package enum Missing: String, Hashable, Sendable {
        case `default`, null
    }

    /// The treatment of unknown preferences.
    package enum Handling: String, Hashable, Sendable {
        case strict, lenient
    }

    package init() {}

    /// Parses all `Prefer` headers; the first of repeated preferences counts.
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
                case "max-affected": Self.set(&maxAffected, sides)
                default: false
                }
            if !isKnown { unknown.append(NearestName.shortened(sides.first ?? "")) }
        }
        guard handling == .strict, !unknown.isEmpty else { return }
        throw RowQueryError(
            .invalidPreference, "Invalid preferences were given with handling=strict.",
            details: .text("Invalid preferences: \(unknown.joined(separator: ", "))."))
    }

    /// The limit of rows that a write may touch; nil unless `handling=strict`.
    package var limit: Int? { handling == .strict ? maxAffected : nil }

    /// The understood preferences as the value of `Preference-Applied`; can be empty.
    package var applied: String {
        [
            resolution.map { "resolution=\($0.rawValue)" }, missing.map { "missing=\($0.rawValue)" },
            answer.map { "return=\($0.rawValue)" }, counts.map { "count=\($0.rawValue)" },
            handling.map { "handling=\($0.rawValue)" }, limit.map { "max-affected=\($0)" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    private static func set<Choice: RawRepresentable<String>>(_ choice: inout Choice?, _ sides: [String]) -> Bool {
        guard sides.count == 2, let value = Choice(rawValue: sides[1]) else { return false }
        choice = choice ?? value
        return true
    }

    private static func set(_ limit: inout Int?, _ sides: [String]) -> Bool {
        guard sides.count == 2, sides[1].utf8.count <= 9, let value = Int(sides[1]), value >= 0 else { return false }
        limit = limit ?? value
        return true
    }
}
