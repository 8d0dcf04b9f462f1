package import FormImport

package import FailureModel
package import FormModel
package import Foundation
import QPDF

/// Adds AcroForm fields to a flat form, so that any program can fill it.
package struct FillableForm: Sendable {
    private let options: FillableOptions

    package init(options: FillableOptions = FillableOptions()) { self.options = options }

    /// Returns the document with an AcroForm field for each described field.
    ///
    /// - Throws: `Failure`: `already_fillable` if the document has AcroForm fields, `no_fields` if there are none to
    ///   add.
    package func pdf(of document: ImportedDocument, _ description: FormDescription) throws(Failure) -> Data {
        guard document.widgets.isEmpty else {
            throw Failure(
                .alreadyFillable,
                "\(document.fileName) has AcroForm fields already; formwright inspect lists them.")
        }
        guard !description.fields.isEmpty else {
            throw Failure(.noFields, "No fields were found on \(document.fileName).")
        }
        let target = ComposeTarget(document, description, ComposeOptions())
        return try target.file { file throws(QPDFError) in
            try file.add(fields(of: description.fields, besides: file.fieldNames))
            try target.replaceWidgets([:], in: file)
            return try file.written()
        }
    }

    /// Returns the fields to add, in reading order.
    ///
    /// A question with mutually exclusive choices is one field, at the position of its first choice.
    private func fields(of fields: [Field], besides taken: Set<String>) -> [NewField] {
        let choices = Dictionary(
            grouping: fields.filter { $0.type == .checkbox && $0.group?.exclusive == true },
            by: { $0.group?.name ?? "" }
        ).filter { $0.value.count > 1 }
        let heads = fields.filter { field in
            guard let group = choices[field.group?.name ?? ""], field.group?.exclusive == true else { return true }
            return group.first?.id == field.id
        }
        func buttons(of head: Field) -> [Field]? {
            guard head.type == .checkbox, head.group?.exclusive == true else { return nil }
            return choices[head.group?.name ?? ""]
        }
        func label(_ head: Field) -> String { buttons(of: head) == nil ? head.label : head.group?.label ?? head.label }
        // Options of a long question need names of their own.
        func caption(_ head: Field) -> String {
            guard buttons(of: head) == nil, head.type == .checkbox, let group = head.group, let option = head.option,
                head.label.count > 40
            else { return label(head) }
            return "\(group.label.prefix(30)) \(option.prefix(40))"
        }
        var names = WidgetNames(labels: heads.map(caption), taken: taken)
        return heads.map { head in
            let name = names.name(label: caption(head), section: head.section)
            let kids = buttons(of: head)
            let tooltip = head.section.map { Field.label(label(head), under: $0) } ?? label(head)
            return NewField(
                name: name, tooltip: tooltip, kind: kids == nil ? kind(of: head) : .radio,
                isRequired: head.required, isReadOnly: head.readOnly,
                widgets: kids.map(widgets(of:)) ?? [widget(of: head, state: head.type == .checkbox ? "Yes" : nil)])
        }
    }

    private func widgets(of choices: [Field]) -> [NewWidget] {
        zip(choices, WidgetNames.states(choices.map { $0.option ?? $0.label })).map { widget(of: $0, state: $1) }
    }

    private func kind(of field: Field) -> NewField.Kind {
        switch field.type {
        case .checkbox: return .box
        case .signature where options.signatures == .field: return .signature
        default: break
        }
        let cells = Self.isEven(field.combEdges) ? (field.combEdges?.count).map { $0 - 1 } : nil
        let text = NewField.Text(
            size: size(of: field), alignment: field.alignment ?? (field.type == .number ? .right : .left),
            isMultiline: field.type == .multiline,
            maxLength: cells ?? field.maxLength ?? field.combEdges.map { $0.count - 1 }, isComb: cells != nil,
            dateFormat: field.type == .date && cells == nil ? Self.dateFormat(field.placeholder) : nil)
        guard let options = field.options, !options.isEmpty else { return .text(text) }
        return .choice(options, text)
    }

    /// Returns a font size that fits the height.
    ///
    /// Sizes are whole points, so that a form uses few of them.
    private func size(of field: Field) -> Double {
        if let size = field.fontSize { return size }
        if field.type == .multiline { return min(options.fontSize, 9) }
        return min(options.fontSize, max(4, (field.region.height * 0.72).rounded(.down)))
    }

    private func widget(of field: Field, state: String?) -> NewWidget {
        var region = field.region
        if let edges = field.combEdges, let first = edges.first, let last = edges.last, Self.isEven(edges) {
            region = Region(left: first, top: region.top, right: last, bottom: region.bottom)
        }
        return NewWidget(
            page: field.page, region: region, state: state,
            isRound: field.evidence == .circle || field.group?.exclusive == true && field.evidence != .square,
            hint: WidgetHint(
                label: field.label, section: field.section, question: field.group?.label,
                group: field.group?.name, type: field.type.rawValue, placeholder: field.placeholder))
    }

    /// Returns whether cells are so even that characters of equal cells would stay inside them.
    private static func isEven(_ edges: [Double]?) -> Bool {
        guard let edges, edges.count > 1, let first = edges.first, let last = edges.last else { return false }
        let step = (last - first) / Double(edges.count - 1)
        return step > 0
            && edges.enumerated().allSatisfy { abs($0.element - first - Double($0.offset) * step) <= step * 0.3 }
    }

    /// Returns a date format for Acrobat's scripts.
    ///
    /// It is nil if the placeholder has anything besides days, months and years.
    private static func dateFormat(_ placeholder: String?) -> String? {
        guard let format = placeholder?.lowercased(),
            format.allSatisfy({ "mdy/.- ".contains($0) }), format.contains("yy"), format.contains("m"),
            format.contains("d"), format.count <= 12
        else { return nil }
        return format
    }
}
