import FormModel
import FormwrightCLI

/// The fields that columns go into, as a human-readable table.
///
/// It has no values, since the output of a program may end up in a log.
struct MappingTable {
    private let mapping: ColumnMapping

    init(_ mapping: ColumnMapping) { self.mapping = mapping }

    var table: TextTable {
        var table = TextTable(["COLUMN", "MATCH", "PAGE", "NAME", "SECTION", "LABEL"], widthLimit: 40)
        for column in mapping.columns {
            let match = column.match.map { $0.isGuess ? "\($0.rawValue) (guess)" : $0.rawValue }
            let candidates = column.candidates ?? []
            table.add([
                column.name, match ?? (candidates.isEmpty ? "none" : "to be chosen"),
                column.page.map(String.init) ?? "", column.fields.joined(separator: ", "), column.section ?? "",
                column.label,
            ])
            for candidate in candidates {
                table.add([
                    "", column.fields.contains(candidate.field) ? "one of them" : "candidate", "\(candidate.page)",
                    candidate.field, candidate.section ?? "", candidate.label,
                ])
            }
        }
        return table
    }
}
