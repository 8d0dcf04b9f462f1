import FailureModel
import FormModel
import Foundation
import PDFAssembly
import QPDF

/// Writes values into AcroForm fields that remain fields.
struct EditableFilling {
    private let composer: Composer
    private let target: ComposeTarget

    init(_ composer: Composer, on target: ComposeTarget) {
        self.composer = composer
        self.target = target
    }

    /// The parts to write: widget values with their drawings, and an overlay for the pages.
    struct Parts {
        var fillings: [WidgetFilling] = []
        var drawings: Data?
        var overlay: Data?
        var drawn: DrawnValues
    }

    /// Returns the filled document and a report.
    func compose(_ values: [BoundValue]) throws(Failure) -> (pdf: Data, report: FillReport) {
        let parts = try parts(values)
        let added = try composer.addedPages(parts.drawn.addenda, target)
        let pdf = try target.file(addsPages: added != nil) { file throws(QPDFError) in
            try write(parts, to: file)
            if let added { try file.append(pagesOf: PDFFile(data: added)) }
            file.settleAppearances()
            return try target.written(file, target.reset(for: values), holding: values).data
        }
        return (pdf, parts.drawn.report)
    }

    /// Writes the parts into the document.
    ///
    /// - Parameters:
    ///   - parts: the parts.
    ///   - file: the opened document.
    ///   - isSigned: whether everything else about the fields must be unchanged.
    /// - Throws: `QPDFError`; `.unsupported` if something unchanged would contradict a value.
    func write(_ parts: Parts, to file: PDFFile, isSigned: Bool = false) throws(QPDFError) {
        let drawings = try parts.drawings.map { data throws(QPDFError) in try PDFFile(data: data) }
        try file.fill(parts.fillings, drawings: drawings, keepsOthers: isSigned)
        if parts.overlay != nil { try composer.write(parts.overlay, parts.drawn, on: target, to: file) }
    }

    /// Draws values.
    ///
    /// Signatures are drawn over the page, since a field for a digital signature holds neither a name nor a picture.
    ///
    /// - Parameters:
    ///   - values: the values.
    ///   - drawsOthers: whether to draw other widgets too if the document leaves that to viewers.
    /// - Returns: the parts to write.
    /// - Throws: `Failure`, as the compose stage does.
    func parts(_ values: [BoundValue], drawsOthers: Bool = true) throws(Failure) -> Parts {
        func stays(_ value: BoundValue) -> Bool {
            target.widgets[value.field.id].map { $0.kind != .signature } ?? false && value.content.isTextOrMark
        }
        let (overlay, drawn) = try composer.draw(values.filter { !stays($0) }, of: values, on: target)
        var parts = Parts(overlay: overlay, drawn: drawn)
        let sheet = WidgetSheet(for: target)
        for value in values where stays(value) {
            guard let widget = target.widgets[value.field.id] else { continue }
            let (look, entry): (WidgetFilling.Look, FillReport.Entry)
            if !value.content.isMark {
                let drawn = try sheet.draw(value, in: widget, by: composer, &parts.drawn.texts)
                (look, entry) = (.drawn(drawn.page), drawn.entry)
            } else if widget.hasMark {
                (look, entry) = (.own, composer.entry(for: value))
            } else {
                (look, entry) = try sheet.drawStates(of: widget, value, by: composer)
            }
            let stored =
                parts.drawn.addenda.references[value.field.id].map(WidgetFilling.Value.text)
                ?? parts.drawn.texts.lines[value.field].map { .text($0.text) } ?? Self.value(value.content)
            parts.fillings.append(WidgetFilling(widget: widget, value: stored, look: look))
            parts.drawn.report.filled.append(entry)
        }
        if drawsOthers, try target.file({ file throws(QPDFError) in file.needsAppearances }) {
            // A value already in the document must not prevent others from being written.
            let filled = Set(parts.fillings.map { WidgetPlace($0.widget) })
            parts.fillings += try UndrawnWidgets(of: target.document, options: composer.options)
                .draw(besides: filled, on: sheet, skipsFaults: true).fillings
        }
        parts.drawings = try sheet.finish()
        let bound = Set(values.map(\.field.id))
        parts.drawn.report.untouched = target.description.fields.filter { !bound.contains($0.id) }.map(\.name)
        parts.drawn.report.uncalculated = target.uncalculated(after: values)
        return parts
    }

    /// Returns the value to store; for a choice, its export value.
    private static func value(_ content: BoundValue.Content) -> WidgetFilling.Value {
        switch content {
        case .checked(let isOn): .isOn(isOn)
        case .choice(_, let export): .text(export)
        case .text(let text): .text(text.replacing("\n", with: "\r"))
        case .formatted(let value): .text(value.text.replacing("\n", with: "\r"))
        case .picture: .unchanged
        }
    }
}

/// The text of a widget as a person reads it.
enum HeldText {
    /// Returns the text; nil for buttons, signatures and empty fields.
    static func shown(by widget: Widget) -> String? {
        let values: [String]
        switch widget.kind {
        case .text: values = [widget.value ?? ""]
        case .choice:
            let options = ListOptions(of: widget)
            values = widget.selected.map { value in options.place(ofHeld: value).map { options.shown[$0] } ?? value }
        case .checkbox, .radio, .signature: return nil
        }
        let text = values.joined(separator: "\n").replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return text.isEmpty ? nil : text
    }
}

extension BoundValue.Content {
    fileprivate var isMark: Bool { if case .checked = self { true } else { false } }
    fileprivate var isTextOrMark: Bool { if case .picture = self { false } else { true } }
}
