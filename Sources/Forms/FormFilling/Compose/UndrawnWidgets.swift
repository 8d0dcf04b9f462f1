import FormImport

import FailureModel
import FormModel
import QPDF

/// The widgets that their own appearances do not show.
///
/// These are widgets without an appearance, all text and choice widgets of a form with
/// `/NeedAppearances`, and passwords, which other programs may have drawn as text.
struct UndrawnWidgets {
    /// The document with all of its widgets.
    let target: ComposeTarget
    private let composer: Composer
    private let fields: [(field: Field, widget: Widget)]

    init(of document: ImportedDocument, options: ComposeOptions) {
        let description = WidgetFields.description(of: document)
        var options = options
        // Existing values must be visible at any size, in the style of the document.
        (options.overflow, options.fontSize, options.color) = (.shrink, nil, nil)
        options.smallestFontSize = 1
        composer = Composer(options: options)
        let target = ComposeTarget(document, description, options)
        self.target = target
        fields = description.fields.compactMap { field in target.widgets[field.id].map { (field, $0) } }
    }

    /// Prepares appearances for the widgets, so that they can become page content.
    ///
    /// - Parameter skipsFaults: whether to skip a value that cannot be drawn.
    /// - Returns: a function that writes them into the opened document, and notes about the values that do not contain
    ///   them.
    /// - Throws: `Failure`, such as `missing_glyph` for a value that no font can write.
    func appearances(
        skipsFaults: Bool
    ) throws(Failure) -> (write: (PDFFile) throws(QPDFError) -> Void, notes: [String]) {
        let sheet = WidgetSheet(for: target)
        let (fillings, notes) = try draw(on: sheet, skipsFaults: skipsFaults)
        let drawings = try sheet.finish()
        func write(_ file: PDFFile) throws(QPDFError) {
            guard let drawings, !fillings.isEmpty else { return }
            try file.fill(fillings, drawings: try PDFFile(data: drawings))
        }
        return (write, notes)
    }

    /// Draws the widgets on a sheet.
    ///
    /// - Parameters:
    ///   - others: widgets that are already drawn.
    ///   - sheet: the sheet.
    ///   - skipsFaults: whether to skip a value that cannot be drawn.
    /// - Returns: the widgets with their appearances, and notes about the values that do not contain them.
    /// - Throws: `Failure`, such as `missing_glyph` for a value that no font can write.
    func draw(
        besides others: Set<WidgetPlace> = [], on sheet: WidgetSheet, skipsFaults: Bool
    ) throws(Failure) -> (fillings: [WidgetFilling], notes: [String]) {
        let (needs, shown) = try target.file { file throws(QPDFError) in
            (file.needsAppearances, try file.widgetsWithAppearance())
        }
        var fillings: [WidgetFilling] = []
        var notes: [String] = []
        for (field, widget) in fields {
            let place = WidgetPlace(widget)
            let holdsText = widget.kind == .text || widget.kind == .choice
            let hidesText = widget.isPassword && shown.contains(place)
            guard !others.contains(place), hidesText || !shown.contains(place) || needs && holdsText,
                hidesText || widget.showsSomething
            else { continue }
            func value(_ content: BoundValue.Content) -> BoundValue {
                BoundValue(field: field, content: content, source: .manual, key: field.name, match: .name)
            }
            do throws(Failure) {
                let (look, entry): (WidgetFilling.Look, FillReport.Entry)
                switch widget.kind {
                case .checkbox, .radio:
                    (look, entry) = try sheet.drawStates(of: widget, value(.checked(widget.isOn)), by: composer)
                case .text, .choice, .signature:
                    var none = RecordTexts()
                    // Lists are compared by export value, since two choices can look alike.
                    let text = widget.isList ? widget.selected.joined(separator: "\n") : HeldText.shown(by: widget)
                    let held = value(.text(text ?? ""))
                    let drawn = try sheet.draw(held, in: widget, by: composer, &none)
                    (look, entry) = (.drawn(drawn.page), drawn.entry)
                }
                fillings.append(WidgetFilling(widget: widget, value: .unchanged, look: look))
                notes += entry.warnings.map { "\(entry.title): \($0)" }
            } catch {
                guard skipsFaults else { throw error }
            }
        }
        return (fillings, notes)
    }
}

extension WidgetPlace {
    /// Creates the place of a widget.
    init(_ widget: Widget) { self.init(page: widget.page, index: widget.index) }
}

extension Widget {
    /// Whether any part of the widget is visible.
    fileprivate var showsSomething: Bool {
        look.isVisible || isOn || isList && !options.isEmpty || HeldText.shown(by: self) != nil
    }
}
