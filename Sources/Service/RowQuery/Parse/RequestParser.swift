/// Parses parameters, and enforces the limits across all of them.
struct RequestParser {
    let limits: QueryLimits
    private(set) var tests = 0
    private(set) var embeds = 0
    private(set) var aggregates = 0

    init(limits: QueryLimits) {
        self.limits = limits
    }

    /// Parses a name.
    func name(_ scanner: inout Scanner, in part: String) throws(RowQueryError) -> String {
        let position = scanner.position
        guard let name = scanner.name() else { throw unexpected(scanner, in: part, expecting: "a name") }
        guard name.utf8.count <= limits.nameBytes, !name.utf8.contains(0) else {
            throw .unreadable(
                part, "The name at character \(position + 1) has U+0000, or more than \(limits.nameBytes) bytes.")
        }
        return name
    }

    /// Returns the error for an unexpected character.
    func unexpected(_ scanner: Scanner, in part: String, expecting what: String) -> RowQueryError {
        let place = scanner.isAtEnd ? "at the end" : "at character \(scanner.position + 1)"
        return .unreadable(part, "Expected \(what) \(place).")
    }

    mutating func countTest(in part: String) throws(RowQueryError) {
        tests += 1
        guard tests <= limits.tests else { throw .unreadable(part, "There are more than \(limits.tests) filters.") }
    }

    mutating func countAggregate(in part: String) throws(RowQueryError) {
        aggregates += 1
        guard aggregates <= limits.aggregates else {
            throw .unreadable(part, "There are more than \(limits.aggregates) aggregates.")
        }
    }

    mutating func countEmbed(in part: String) throws(RowQueryError) {
        embeds += 1
        guard embeds <= limits.embeds else { throw .unreadable(part, "There are more than \(limits.embeds) embeds.") }
    }
}
