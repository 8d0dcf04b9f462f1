package import FormModel
import Foundation
import QPDF

/// Turns an AcroForm's widgets into fields.
package enum WidgetFields {
    /// The fields of all pages, page by page in the order of the file.
    package static func fields(of document: ImportedDocument) -> [Field] {
        // Buttons that share a name are the choices of one question, be they radio buttons or check boxes.
        let states = Dictionary(grouping: document.widgets.filter { $0.onState != nil }, by: \.name)
            .mapValues { Set($0.compactMap(\.onState)) }
        return document.widgets.map { widget in
            field(widget, of: document, isChoice: widget.kind == .radio || (states[widget.name]?.count ?? 0) > 1)
        }
    }

    static func id(of widget: Widget, in document: ImportedDocument) -> UUID {
        FieldIdentity.id(document: document.sha256, "widget \(widget.page) \(widget.index)")
    }

    private static func field(_ widget: Widget, of document: ImportedDocument, isChoice: Bool) -> Field {
        let caption = widget.tooltip ?? readable(widget.name)
        let isButton = widget.kind == .checkbox || widget.kind == .radio
        return Field(
            id: id(of: widget, in: document), name: widget.name, page: widget.page, region: widget.region,
            type: type(of: widget), label: isChoice ? widget.onState.map(readable) ?? caption : caption,
            confidence: 1, evidence: .widget,
            group: isChoice ? FieldGroup(name: widget.name, label: caption, exclusive: true) : nil,
            option: widget.onState, options: widget.options.isEmpty ? nil : widget.options.map(\.shown),
            defaultValue: isButton ? (widget.isOn ? "true" : nil) : widget.value.flatMap { $0.isEmpty ? nil : $0 },
            maxLength: widget.maxLength, combEdges: combEdges(of: widget), fontSize: widget.fontSize,
            alignment: widget.alignment == .left ? nil : widget.alignment, readOnly: widget.isReadOnly,
            required: widget.isRequired)
    }

    private static func type(of widget: Widget) -> FieldType {
        switch widget.kind {
        case .checkbox, .radio: .checkbox
        case .signature: .signature
        case .choice: .text
        case .text: widget.isMultiline ? .multiline : .text
        }
    }

    private static func combEdges(of widget: Widget) -> [Double]? {
        guard widget.isComb, let cells = widget.maxLength else { return nil }
        let step = widget.region.width / Double(cells)
        return (0...cells).map { widget.region.x + Double($0) * step }
    }

    /// The last part of a field's name as words: `form1[0].First_Name[0]` is `First Name`.
    private static func readable(_ name: String) -> String {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let withoutIndex = last.replacing(/\[\d+\]/, with: "")
        let spaced = withoutIndex.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }
        let words = spaced.split { $0 == "_" || $0.isWhitespace }.joined(separator: " ")
        return words.isEmpty ? name : words
    }
}
