package import FormImport

package import FailureModel
import FormModel
package import QPDF

/// The values that the fields of an AcroForm hold, in the order of the pages.
///
/// For a form without such fields that Formwright filled, they are the values of the fill.
public struct ExistingValues: Sendable, Hashable {
    /// The name of the form's file, without folders.
    public var fileName: String
    /// The fields, each once even if several widgets show it.
    public var fields: [Entry]
    /// The names of fields withheld because they are passwords or not to be exported.
    public var withheld: [String]
    /// Why the record of an earlier fill is not used, if so.
    package var note: String?

    /// A field with its value.
    public struct Entry: Sendable, Hashable {
        /// The full AcroForm name.
        public var name: String
        /// The value.
        public var value: Value

        /// Creates a field.
        public init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// The value of a field.
    public enum Value: Sendable, Hashable {
        /// Text, which may be empty.
        case text(String)
        /// The state of a check box, and the value it exports when it is on.
        case box(isOn: Bool, on: String)
        /// The export value of the selected button of a question; `nil` if none is on.
        case state(String?)
        /// The selected choices of a list.
        case choices([Choice])

        /// Whether the field is empty.
        var isEmpty: Bool {
            switch self {
            case .text(let text): text.isEmpty
            case .box(let isOn, _): !isOn
            case .state(let state): state == nil
            case .choices(let choices): choices.isEmpty
            }
        }
    }

    /// A choice of a list.
    public struct Choice: Sendable, Hashable {
        /// The export value, used in FDF and XFDF.
        public var export: String
        /// The displayed text, or the export value where several choices look alike.
        public var shown: String

        /// Creates a choice.
        public init(export: String, shown: String) {
            self.export = export
            self.shown = shown
        }
    }

    /// Creates values.
    public init(fileName: String, fields: [Entry], withheld: [String] = []) {
        self.fileName = fileName
        self.fields = fields
        self.withheld = withheld
    }

    /// Reads the values of a document.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - includingEmpty: whether to include fields without a value.
    /// - Throws: `no_fields` if the document has no AcroForm fields, and no values of an earlier fill.
    package init(of document: ImportedDocument, includingEmpty: Bool) throws(Failure) {
        let earlier = KeptValues(of: document)
        guard !document.widgets.isEmpty || earlier.isReadable else {
            let record = document.hasUnusableMark ? "no usable record" : "no record"
            throw Failure(
                .noFields,
                "\(document.fileName) has no AcroForm fields and \(record) of an earlier fill, and so no values to export.",
                hint: document.markNote)
        }
        fileName = document.fileName
        note = document.markNote
        var order: [String] = []
        var named: [String: [Widget]] = [:]
        for (name, widget) in Self.named(document, earlier) where widget.kind != .signature {
            if named[name] == nil { order.append(name) }
            named[name, default: []].append(widget)
        }
        withheld = order.filter { name in
            named[name]?.contains { !$0.fieldFlags.isDisjoint(with: [.noExport, .password]) } ?? false
        }
        let kept = Set(order).subtracting(withheld)
        fields = order.filter(kept.contains).compactMap { name in
            guard let value = named[name].flatMap(Self.value), includingEmpty || !value.isEmpty else { return nil }
            return Entry(name: name, value: value)
        }
        // Corrected fields, such as those of a template, need not be those of the AcroForm.
        let ids = Set(document.widgets.map { WidgetFields.id(of: $0, in: document) })
        let entries = earlier.entries(besides: ids).filter { includingEmpty || !$0.value.isEmpty }
        let names = Set(entries.map(\.name))
        fields.removeAll { $0.value.isEmpty && names.contains($0.name) }
        fields += entries
    }

    /// Reads the values of a filled document.
    ///
    /// Fields that are no longer in it have the values that they were filled with.
    ///
    /// - Parameters:
    ///   - document: the document as it is.
    ///   - blank: its blank with the values beside it.
    ///   - includingEmpty: whether to include fields without a value.
    /// - Throws: `no_fields` if the document has no AcroForm fields, and no values of an earlier fill.
    package init(
        of document: ImportedDocument, filled blank: ImportedDocument, includingEmpty: Bool
    ) throws(Failure) {
        self = try ExistingValues(of: blank, includingEmpty: includingEmpty)
        guard !document.widgets.isEmpty else { return }
        // Calculated values are in the document only.
        let own = try ExistingValues(of: document, includingEmpty: true)
        let held = Dictionary(own.fields.map { ($0.name, $0) }) { first, _ in first }
        let known = Set(fields.map(\.name))
        fields = fields.map { entry in
            guard let own = held[entry.name] else { return entry }
            // A field that refers to an added page does not have the value itself.
            if case .text(let text) = own.value, AddendumWords.number(referredToBy: text) != nil { return entry }
            return own
        }
        fields += own.fields.filter { !known.contains($0.name) }
        if !includingEmpty { fields.removeAll(where: \.value.isEmpty) }
    }

    /// Returns the widgets with their field names, which are those of `inspect` for unnamed fields.
    ///
    /// They hold the values of an earlier fill, if any.
    private static func named(
        _ document: ImportedDocument, _ kept: KeptValues
    ) -> [(name: String, widget: Widget)] {
        let names = Dictionary(WidgetFields.fields(of: document).map { ($0.id, $0.name) }) { first, _ in first }
        let contents = kept.contents
        return document.widgets.map { widget in
            let id = WidgetFields.id(of: widget, in: document)
            var widget = widget
            if let content = contents[id] { widget.hold(content) }
            return (names[id] ?? widget.name, widget)
        }
    }

    /// A note that names the withheld fields, if any.
    package var withheldNote: String? {
        guard !withheld.isEmpty else { return nil }
        let names = withheld.map(\.quoted).listed(6)
        return "Left out, since the form says that they are passwords or not to be exported: \(names)."
    }

    /// Returns the value of a field, given its widgets.
    package static func value(of widgets: [Widget]) -> Value? {
        guard let first = widgets.first else { return nil }
        switch first.kind {
        case .signature: return nil
        // Some forms have two fields with one name, and only one of them holds the value.
        case .text: return .text(widgets.lazy.compactMap(\.value).first { !$0.isEmpty }.map(lines) ?? "")
        case .choice:
            let options = ListOptions(of: first)
            let selected = widgets.lazy.map(\.selected).first { !$0.isEmpty } ?? []
            return .choices(
                selected.map { value in
                    let place = options.place(ofHeld: value)
                    return Choice(export: place.map { options.exports[$0] } ?? value, shown: options.key(ofHeld: value))
                })
        case .checkbox, .radio:
            let states = Set(widgets.compactMap(\.onState))
            let on = widgets.first(where: \.isOn)
            // A radio button without a field name is a box, not a choice among others.
            guard first.kind == .checkbox || first.name.isEmpty, states.count <= 1 else {
                return .state(on.flatMap { exported($0, of: widgets) })
            }
            return .box(isOn: on != nil, on: widgets.compactMap { exported($0, of: widgets) }.first ?? "Yes")
        }
    }

    /// Returns the export value of a button.
    ///
    /// If it is ambiguous or would be read as no answer, the name of the state is used instead.
    private static func exported(_ button: Widget, of widgets: [Widget]) -> String? {
        func isAlone(_ text: String) -> Bool {
            widgets.allSatisfy { $0.exportValue != text || $0.onState == button.onState }
        }
        if let value = button.exportValue, value != "Off", isAlone(value) { return value }
        return button.onState.map { isAlone($0) ? $0 : Field.ownAnswer(ofState: $0) }
    }

    /// Returns a text with line feeds in place of the carriage returns of PDF.
    private static func lines(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\r" || $0 == "\r\n" })
            .joined(separator: "\n")
    }
}

extension Widget {
    /// Replaces the value by one that the field was filled with.
    fileprivate mutating func hold(_ content: BoundValue.Content) {
        switch content {
        case .text(let text):
            value = text
            if kind == .choice { selected = text.isEmpty ? [] : [text] }
        case .formatted(let text): value = text.text
        case .choice(_, let export): (value, selected) = (export, [export])
        case .checked(let isOn): self.isOn = isOn
        case .picture: break
        }
    }
}
