public import FailureModel
import FormImport
public import FormModel
public import Foundation
import Values

/// Mappings as files, which a person corrects and confirms.
extension ColumnMapping {
    /// Maximum size of a file in bytes.
    public static let sizeLimit = 8 << 20

    /// Reads a mapping in YAML.
    ///
    /// - Parameters:
    ///   - data: the bytes of the file.
    ///   - name: a name for messages.
    /// - Throws: `malformed_values`, `input_too_large`.
    public init(data: Data, name: String) throws(Failure) {
        guard data.count <= Self.sizeLimit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(Self.sizeLimit >> 20) MB.")
        }
        let file = try ValuesFile.tree(data, .file(name), isJSON: false).object
        guard let form = file?["form"]?.text, let list = file?["columns"]?.list else {
            throw Self.malformed(name, "it needs form, the digest of the form, and columns, a list")
        }
        guard list.count <= Self.columnLimit else {
            throw Failure(.inputTooLarge, "\(name) has more than the limit of \(Self.columnLimit) columns.")
        }
        self.init(form: form, sheet: file?["sheet"]?.text ?? file?["sheet"]?.numeral, columns: [])
        var seen: Set<String> = []
        for (place, entry) in list.enumerated() {
            let column = try Column(entry, number: place + 1, file: name)
            guard seen.insert(column.name).inserted else {
                throw Self.malformed(name, "the column \(column.name.quoted) is listed twice")
            }
            columns.append(column)
        }
    }

    fileprivate static func malformed(_ name: String, _ reason: String) -> Failure {
        Failure(.malformedValues, "\(name) is not a mapping of columns: \(reason).")
    }

    /// Returns the sheet of a named table; nil unless it is a workbook.
    package func sheet(ofTable name: String) -> String? {
        [".xlsx", ".xlsm"].contains(where: name.lowercased().hasSuffix) ? sheet : nil
    }

    /// The mapping in YAML.
    ///
    /// - Parameter table: the name of the table, for the comment at the beginning.
    /// - Returns: the text of a file that ``init(data:name:)`` reads.
    public func yaml(table: String) -> String {
        var lines = [
            "# The fields that the columns of \(YAMLText.comment(table)) go into. Check each column with confirmed: false;",
            "# correct its field (formwright inspect lists the names; candidates are those that the heading fits), or leave",
            "# it empty to leave the column out; then set confirmed: true. The other lines are there to check by.",
            "form: \(YAMLText.quoted(form))",
        ]
        if let sheet { lines.append("sheet: \(YAMLText.quoted(sheet))") }
        lines.append("columns:")
        for column in columns {
            lines.append("- column: \(YAMLText.quoted(column.name))")
            switch column.fields.count {
            case 0: lines.append("  field:")
            case 1: lines.append("  field: \(YAMLText.quoted(column.fields[0]))")
            default: lines.append("  field: [\(column.fields.map(YAMLText.quoted).joined(separator: ", "))]")
            }
            if !column.label.isEmpty { lines.append("  label: \(YAMLText.quoted(column.label))") }
            if let section = column.section { lines.append("  section: \(YAMLText.quoted(section))") }
            if let page = column.page { lines.append("  page: \(page)") }
            if let match = column.match { lines.append("  how: \(match.rawValue)") }
            if let value = column.value { lines.append("  value: \(YAMLText.quoted(value))") }
            for (place, candidate) in (column.candidates ?? []).enumerated() {
                if place == 0 { lines.append("  candidates:") }
                let section = candidate.section.map { ", section: \(YAMLText.quoted($0))" } ?? ""
                lines.append(
                    "  - {field: \(YAMLText.quoted(candidate.field)), label: \(YAMLText.quoted(candidate.label))\(section), "
                        + "page: \(candidate.page)}")
            }
            lines.append("  confirmed: \(column.isConfirmed)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ColumnMapping.Column {
    /// Reads a column of a file.
    ///
    /// What only describes the field is read as far as it is there.
    fileprivate init(_ entry: JSONValue, number: Int, file: String) throws(Failure) {
        guard let object = entry.object, let name = object["column"]?.text ?? object["column"]?.numeral else {
            throw ColumnMapping.malformed(file, "entry \(number) has no column")
        }
        self.init(name: name, fields: [], isConfirmed: object["confirmed"]?.flag ?? false)
        switch object["field"] {
        case .text(let field): fields = field.isEmpty ? [] : [field]
        case .number(let field): fields = [field]
        case .list(let list):
            for field in list {
                guard let field = field.text ?? field.numeral else {
                    throw ColumnMapping.malformed(file, "a field of the column \(name.quoted) is not a name")
                }
                fields.append(field)
            }
        case .null: break
        default: throw ColumnMapping.malformed(file, "the field of the column \(name.quoted) is not a name")
        }
        label = object["label"]?.text ?? ""
        section = object["section"]?.text
        page = object["page"]?.integer
        match = object["how"]?.text.flatMap(BoundValue.Match.init)
        value = object["value"]?.text
    }
}

extension JSONValue {
    /// The digits of a number, which YAML reads where a name consists of digits.
    fileprivate var numeral: String? {
        if case .number(let text) = self { text } else { nil }
    }
}
