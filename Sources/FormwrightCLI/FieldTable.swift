import FormModel
import Foundation

/// A form's fields as lines for people.
struct FieldTable {
    private let description: FormDescription

    init(_ description: FormDescription) {
        self.description = description
    }

    var text: String {
        let document = description.document
        let pages = document.pageCount == 1 ? "1 page" : "\(document.pageCount) pages"
        let summary = "\(document.fileName): \(pages), \(description.fields.count) fields\n"
        guard !description.fields.isEmpty else { return summary }
        let header = ["NAME", "PAGE", "TYPE", "SURE", "LABEL"]
        let rows = [header] + description.fields.map(row)
        let widths = header.indices.map { column in min(40, rows.map { $0[column].count }.max() ?? 0) }
        return summary
            + rows.map { row in
                row.enumerated().map { column, cell in
                    column == row.count - 1 ? cell : cell.padded(to: widths[column])
                }.joined(separator: "  ") + "\n"
            }.joined()
    }

    private func row(_ field: Field) -> [String] {
        let label =
            field.group.map { field.label.hasPrefix($0.label) ? field.label : "\($0.label): \(field.label)" }
            ?? field.label
        let options = field.options.map { " (\($0.joined(separator: " | ")))" } ?? ""
        return [
            field.name, "\(field.page + 1)", field.type.rawValue, "\(Int((field.confidence * 100).rounded()))%",
            label + options,
        ]
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
