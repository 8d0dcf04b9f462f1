import FormwrightCLI
import FailureModel
import FormModel
import FormFilling
import Foundation

/// A form's fields as a human-readable table.
struct FieldTable {
    private let name: String
    private let pageCount: Int
    private let fields: [Field]

    /// Describes a form.
    init(_ description: FormDescription) {
        name = description.document.fileName
        pageCount = description.document.pageCount
        fields = description.fields
    }

    init(_ template: FormTemplate) {
        name = template.name
        pageCount = template.pages.count
        fields = template.fields
    }

    /// Returns the table, with a column for sections if the form has any.
    ///
    /// The number of a field is a key for it.
    ///
    /// - Parameter width: the number of columns of the terminal; nil for none.
    /// - Returns: the lines of the table.
    func text(fitting width: Int?) -> String {
        let size = "\(pageCount.counted("page")), \(fields.count.counted("field"))"
        let summary = "\(TerminalText.printable(name)): \(size)\n"
        guard !fields.isEmpty else { return summary }
        let hasSections = fields.contains { $0.section != nil }
        let heads =
            ["#", "NAME", "PAGE", "TYPE", "CONFIDENCE"]
            + (hasSections ? ["SECTION"] : []) + ["LABEL"]
        var table = TextTable(heads, widthLimit: 40, paths: ["NAME"])
        for (index, field) in fields.enumerated() {
            table.add(["#\(index + 1)"] + row(field, hasSections: hasSections))
        }
        return summary + table.text(fitting: width)
    }

    private func row(_ field: Field, hasSections: Bool) -> [String] {
        let label =
            field.group.map {
                field.label.hasPrefix($0.label) ? field.label : Field.label(field.label, under: $0.label)
            }
            ?? field.label
        let options = ListOptions(of: field).map { " (\($0.names.joined(separator: " | ")))" } ?? ""
        return [
            field.name, "\(field.page + 1)", field.type.rawValue, "\(Int((field.confidence * 100).rounded()))%",
        ]
            + (hasSections ? [field.section ?? ""] : []) + [label + options]
    }
}
