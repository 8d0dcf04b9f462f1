import FormModel
import Foundation

/// A form's fields as a table for people to read.
struct FieldTable {
    private let description: FormDescription

    init(_ description: FormDescription) {
        self.description = description
    }

    var text: String {
        let document = description.document
        let pages = document.pageCount == 1 ? "1 page" : "\(document.pageCount) pages"
        let name = TerminalText.printable(document.fileName)
        let summary = "\(name): \(pages), \(description.fields.count) fields\n"
        guard !description.fields.isEmpty else { return summary }
        var table = TextTable(["NAME", "PAGE", "TYPE", "CONFIDENCE", "LABEL"], widthLimit: 40)
        for field in description.fields { table.add(row(field)) }
        return summary + table.text
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
