import FormwrightCLI
import FailureModel
import FormModel
import FormFilling

/// Notes about a fill, as lines for standard error.
///
/// Apart from guessed keys, their number is small, however many values there are.
struct FillNotes {
    /// Maximum number of notes of one kind that are printed individually.
    private static let listed = 3

    /// The lines, without the program's name.
    let lines: [String]

    /// Summarises a report.
    ///
    /// - Parameters:
    ///   - report: the report.
    ///   - showsMatches: whether to explain how keys were matched, which a table may already show.
    init(_ report: FillReport, showsMatches: Bool) {
        var lines = report.warnings
        if let skipped = report.skipped {
            let keys = skipped.map(\.quoted).listed(Self.listed)
            lines.append("Left out, since they are no field of the form: \(keys).")
        }
        if let note = report.calculationNote { lines.append(note) }
        if showsMatches {
            // All of them, since a value in the wrong field must not go unnoticed.
            let begun = report.filled.filter { $0.match == .beginning }
            let others = report.filled.filter { $0.match != .beginning || begun.count <= Self.listed }
            lines += FillReport.matchNotes(on: others)
            if begun.count > Self.listed {
                let keys = begun.map(\.key.quoted).joined(separator: ", ")
                lines.append("Each of these keys is the beginning of its field's label: \(keys).")
            }
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
