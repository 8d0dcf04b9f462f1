package import FormModel
package import Foundation
package import QPDF

/// Converts an AcroForm's widgets to fields.
package enum WidgetFields {
    /// Returns the fields of all pages, page by page in reading order.
    ///
    /// `captions` holds what the pages print about them, by field id.
    package static func fields(of document: ImportedDocument, captions: [Field.ID: PrintedCaption] = [:]) -> [Field] {
        let choices = choiceNames(in: document)
        let fields = document.widgets.map { widget in
            let field = field(
                widget, of: document, isChoice: choices.contains(widget.name),
                printed: captions[id(of: widget, in: document)])
            return widget.hint?.applied(to: field) ?? field
        }
        let pages = Dictionary(grouping: fields, by: \.page).sorted { $0.key < $1.key }.map {
            PageFields(page: $0.key, skew: 0, fields: ReadingOrder.sorted($0.value, by: \.region))
        }
        // Without names, fields would be taken for the widgets of one.
        return Sections.continued(pages).allNamed
    }

    /// Returns a description of all widgets as fields, each, also where the fields of the document have been corrected.
    package static func description(of document: ImportedDocument) -> FormDescription {
        FormDescription(
            document: .init(
                fileName: document.fileName, mimeType: document.fileType.mimeType, sha256: document.sha256,
                pageCount: document.pages.count),
            pages: [], fields: fields(of: document))
    }

    /// Returns the names that several buttons share: these are the choices of one question, whether radio buttons or
    /// check boxes.
    private static func choiceNames(in document: ImportedDocument) -> Set<String> {
        let buttons = document.widgets.filter { $0.onState != nil && !$0.name.isEmpty }
        let states = Dictionary(grouping: buttons, by: \.name).mapValues { Set($0.compactMap(\.onState)) }
        return Set(buttons.filter { $0.kind == .radio || (states[$0.name]?.count ?? 0) > 1 }.map(\.name))
    }

    package static func id(of widget: Widget, in document: ImportedDocument) -> UUID {
        FieldIdentity.id(document: document.sha256, "widget \(widget.page) \(widget.index)")
    }

    private static func field(
        _ widget: Widget, of document: ImportedDocument, isChoice: Bool, printed caption: PrintedCaption? = nil
    ) -> Field {
        let tooltip = tooltip(of: widget)
        let printed = caption.flatMap { $0.label.isEmpty ? nil : $0.label }
        let name = readable(widget.name)
        // A name by software is no question either.
        let asked = SoftwareName.isNoise(name, ofFieldNamed: widget.name) ? caption?.question ?? "" : ""
        let question = tooltip ?? (asked.isEmpty ? name : asked)
        let isButton = widget.kind == .checkbox || widget.kind == .radio
        let label =
            isChoice
            ? printed ?? widget.exportValue ?? widget.onState.map(readable) ?? question : tooltip ?? printed ?? question
        let format = WidgetScripts.format(of: widget)
        return Field(
            id: id(of: widget, in: document), name: widget.name, page: widget.page, region: widget.region,
            type: type(of: widget, format), label: label,
            confidence: 1, evidence: .widget,
            group: isChoice ? FieldGroup(name: widget.name, label: question, exclusive: true) : nil,
            section: caption?.section,
            printedNames: caption?.names(besides: label, question: isChoice ? question : nil),
            option: widget.exportValue ?? widget.onState,
            state: widget.exportValue.flatMap { $0 == widget.onState ? nil : widget.onState },
            options: widget.options.isEmpty ? nil : widget.options.map(\.shown),
            exportValues: widget.options.contains { $0.export != $0.shown } ? widget.options.map(\.export) : nil,
            defaultValue: isButton ? (widget.isOn ? "true" : nil) : held(by: widget),
            format: format, calculation: WidgetScripts.calculation(of: widget), maxLength: widget.maxLength,
            combEdges: combEdges(of: widget),
            // What a widget's background covers cannot be seen.
            printedWords: widget.look.background == nil ? caption?.wordsInside : nil, fontSize: widget.fontSize,
            alignment: widget.alignment == .left ? nil : widget.alignment, readOnly: widget.isReadOnly,
            required: widget.isRequired, flags: widget.fieldFlags)
    }

    /// Returns the text that a field holds, unless it is secret.
    private static func held(by widget: Widget) -> String? {
        widget.isPassword ? nil : widget.value.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the tooltip unless it only is what software called the field.
    private static func tooltip(of widget: Widget) -> String? {
        widget.tooltip.flatMap { SoftwareName.isNoise($0, ofFieldNamed: widget.name) ? nil : $0 }
    }

    private static func type(of widget: Widget, _ format: FieldFormat?) -> FieldType {
        switch widget.kind {
        case .text where !widget.isMultiline && format?.kind == .date: .date
        case .text where !widget.isMultiline && (format?.kind == .number || format?.kind == .percent): .number
        case .checkbox, .radio: .checkbox
        case .signature: .signature
        case .choice: .text
        case .text: widget.isMultiline ? .multiline : .text
        }
    }

    /// Returns the left and right edges of a comb's cells, or nil for other widgets.
    package static func combEdges(of widget: Widget) -> [Double]? {
        guard widget.isComb, let cells = widget.maxLength else { return nil }
        let step = widget.region.width / Double(cells)
        return (0...cells).map { widget.region.x + Double($0) * step }
    }

    /// Returns the last part of a field's name as words: `form1[0].First_Name[0]` becomes `First Name`.
    private static func readable(_ name: String) -> String {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let withoutIndex = last.replacing(/\[\d+\]/, with: "")
        let spaced = withoutIndex.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }
        let words = spaced.split { $0 == "_" || $0.isWhitespace }.joined(separator: " ")
        return words.isEmpty ? name : words
    }
}
