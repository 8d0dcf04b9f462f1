import FailureModel
import Trading

/// The known columns of one of our own tables.
struct OwnColumns {
    private let columns: [String: TableColumn]

    /// Checks a header and reports errors; `nil` if columns are missing, unknown or repeated.
    init?(_ header: TableHeader, required: [String], optional: [String], _ draft: inout Draft) {
        let known = required + optional
        let before = draft.diagnostics.count
        for (index, name) in header.names.enumerated() {
            guard !name.isEmpty || index < (header.names.lastIndex { !$0.isEmpty } ?? 0) else { continue }
            if !known.contains(name) {
                draft.diagnostics.add(
                    .unknownColumns, "Column \(index + 1) is not one of \(known.joined(separator: ", ")).",
                    line: header.line, column: index + 1)
            } else if header.names.firstIndex(of: name) != index {
                draft.diagnostics.add(
                    .unknownColumns, "There are two columns \(name).", line: header.line, column: index + 1)
            }
        }
        for name in required where header.column(name) == nil {
            draft.diagnostics.add(.unknownColumns, "The column \(name) is missing.", line: header.line)
        }
        guard draft.diagnostics.count == before else { return nil }
        columns = Dictionary(
            uniqueKeysWithValues: known.compactMap { name in header.column(name).map { (name, $0) } })
    }

    /// Returns a required column.
    func required(_ name: String) -> TableColumn { columns[name] ?? TableColumn(index: .max, name: name) }

    /// Returns an optional column, if the table has it.
    func optional(_ name: String) -> TableColumn? { columns[name] }
}
