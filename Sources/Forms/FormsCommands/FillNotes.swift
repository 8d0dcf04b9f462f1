import FormwrightCLI
import FailureModel
import FormModel
import FormFilling

/// What a person should know about a fill, as the lines of standard error: few of them, however many values there are.
struct FillNotes {
    /// The number of notes of one kind that are printed one by one.
    private static let listed = 3

    /// The lines, without the program's name.
    let lines: [String]

    /// Sums up a report.
    ///
    /// - Parameters:
    ///   - report: the report.
    ///   - showsMatches: whether how keys were matched is told, which a table may show already.
    init(_ report: FillReport, showsMatches: Bool) {
        var lines = report.warnings
        if let skipped = report.skipped {
            let keys = skipped.map(\.quoted).listed(Self.listed)
            lines.append("Left out, since they are no field of the form: \(keys).")
        }
        if let note = report.calculationNote { lines.append(note) }
        if showsMatches {
            let guessed = report.filled.filter { $0.match.note(key: $0.key) != nil }
            lines += Self.some(
                guessed.compactMap { entry in entry.match.note(key: entry.key).map { "\(entry.title): \($0)" } },
                more: "keys were matched by words or by an uncertain label; --check shows where they go")
        }
        lines += Self.some(
            report.filled.flatMap { entry in
                entry.warnings.filter { $0 != entry.match.note(key: entry.key) }.map { "\(entry.title): \($0)" }
            }, more: "notes about fields; --report FILE has all of them")
        self.lines = lines
    }

    private static func some(_ lines: [String], more: String) -> [String] {
        guard lines.count > listed + 1 else { return lines }
        return lines.prefix(listed) + ["\(lines.count - listed) more \(more)."]
    }
}
