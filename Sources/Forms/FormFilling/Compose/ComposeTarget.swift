import FormImport

import FailureModel
import FormModel
import Foundation
import PDFAssembly
import QPDF

/// The document to draw values on, with everything that is computed only once.
struct ComposeTarget: Sendable {
    let document: ImportedDocument
    let description: FormDescription
    /// The widgets of the fields that have one.
    let widgets: [Field.ID: Widget]
    /// The initial font sizes of the fields.
    let sizes: FontSizes
    let amounts: AmountColumns
    /// Whether most of the printed boxes are round.
    let hasRoundBoxes: Bool
    /// Whether the drawings on the pages are tagged.
    var isTagged: Bool
    /// What filled documents record about this one.
    private let record: FillRecord
    private let calculations: FormCalculations
    /// The indices of the fields in reading order.
    private let order: [Field.ID: Int]
    /// The fields moved from another page of the same picture.
    private let moved: [Field.ID: Field]

    init(_ document: ImportedDocument, _ description: FormDescription, _ options: ComposeOptions) {
        let known = description
        let description = document.placing(known)
        self.document = document
        self.description = description
        moved =
            description.pages == known.pages
            ? [:] : Dictionary(description.fields.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        widgets = Self.widgets(of: description.fields, in: document)
        let widgets = widgets
        sizes = FontSizes(
            of: description.fields.map { $0.upright(in: widgets[$0.id]) }, options: options,
            unit: document.unit(ofPage:))
        amounts = AmountColumns(of: description.fields)
        let boxes = description.fields.filter { $0.type == .checkbox && $0.evidence != .widget }
        hasRoundBoxes = 2 * boxes.count { $0.evidence == .circle } > boxes.count
        isTagged = document.isTagged
        record = FillRecord(of: document)
        calculations = FormCalculations(of: document.widgets)
        order = Dictionary(zip(description.fields.map(\.id), 0...), uniquingKeysWith: { first, _ in first })
    }

    /// Returns the names of fields that were not recalculated after a change, or nil.
    func uncalculated(after values: [BoundValue]) -> [String]? {
        func names(_ isCalculated: Bool) -> Set<String> {
            Set(
                values.lazy.filter { ($0.match == .calculated) == isCalculated }
                    .map { widgets[$0.field.id]?.name ?? $0.field.name })
        }
        let names = calculations.outdated(given: names(false), calculated: names(true))
        return names.isEmpty ? nil : names
    }

    /// Returns values with their fields where they are on the document's pages.
    func placed(_ values: [BoundValue]) -> [BoundValue] {
        guard !moved.isEmpty else { return values }
        return values.map { value in
            var value = value
            value.field = moved[value.field.id] ?? value.field
            return value
        }
    }

    /// Returns the tag for the drawing of a value.
    func tag(of value: BoundValue) -> OverlayTag {
        let widget = widgets[value.field.id]
        let role: OverlayTag.Role =
            switch value.content {
            case .text, .choice, .formatted: .text
            case .checked(let isOn):
                .mark(isRadio: widget?.kind == .radio || value.field.evidence == .circle, isOn: isOn)
            case .picture: .picture
            }
        return OverlayTag(
            role: role, label: value.field.label, region: value.field.region, order: order[value.field.id] ?? 0,
            widget: widget?.index)
    }

    /// Finds the widgets of fields.
    ///
    /// A widget is found by ID. For fields corrected on another copy of the form, it is found by name or position.
    private static func widgets(of fields: [Field], in document: ImportedDocument) -> [Field.ID: Widget] {
        guard !document.widgets.isEmpty else { return [:] }
        let byID = Dictionary(
            document.widgets.map { (WidgetFields.id(of: $0, in: document), $0) },
            uniquingKeysWith: { first, _ in first })
        let others = fields.filter { byID[$0.id] == nil }
        guard !others.isEmpty else { return byID }
        let taken = Set(fields.compactMap { byID[$0.id] })
        var free = Dictionary(grouping: document.widgets.filter { !taken.contains($0) }, by: \.page)
        var found = byID
        for field in others {
            let named = free[field.page]?.indices.filter { free[field.page]?[$0].name == field.name } ?? []
            guard named.count == 1 else { continue }
            found[field.id] = free[field.page]?.remove(at: named[0])
        }
        for field in others where found[field.id] == nil {
            let shares = (free[field.page] ?? []).map { widget in
                let shared = widget.region.intersection(field.region)?.area ?? 0
                return (widget, shared / min(widget.region.area, field.region.area))
            }
            // A value drawn beneath a remaining widget would be hidden. Several fields may replace one widget.
            if let best = shares.max(by: { $0.1 < $1.1 }), best.1 > 0.5 { found[field.id] = best.0 }
        }
        return found
    }

    /// Passes the parsed document to `body` and reverts its changes afterwards.
    ///
    /// - Parameters:
    ///   - addsPages: whether pages are added, which cannot be reverted.
    ///   - body: reads and changes the document.
    /// - Returns: the result of `body`.
    /// - Throws: `Failure` if the document cannot be read or written.
    func file<T>(addsPages: Bool = false, _ body: (PDFFile) throws(QPDFError) -> T) throws(Failure) -> T {
        let file = try Importer.open(document)
        do throws(QPDFError) {
            let result = try file.restoring { () throws(QPDFError) in try body(file) }
            if !addsPages { document.parsed.putBack(file) }
            return result
        } catch {
            throw unforeseen(error)
        }
    }

    /// A blank form to embed in filled documents.
    struct EmbeddedForm {
        var data: Data
        /// What the marks say about it.
        var record: FillRecord
    }

    /// Returns the changed document with its blank form in it.
    ///
    /// The changes are appended, so that the blank form stays in it. Where that cannot be, or would preserve what its
    /// fields held before, the blank form is embedded.
    ///
    /// - Parameters:
    ///   - file: the changed document.
    ///   - reset: the form to embed, from `reset(for:)`.
    ///   - values: the values in the mark; nil for a stencil, which gets the marks of its records later.
    /// - Returns: the bytes, and whether they embed the blank form.
    /// - Throws: `QPDFError` if the document cannot be written.
    func written(
        _ file: PDFFile, _ reset: EmbeddedForm?, holding values: [BoundValue]?
    ) throws(QPDFError) -> Stencil.Written {
        let mark = try mark(holding: values ?? [], reset?.record)
        if reset == nil, let appended = try appended(file, values == nil ? nil : mark) {
            return Stencil.Written(data: appended)
        }
        return Stencil.Written(
            data: try file.written(mark, embedding: reset?.data ?? document.pdf), hasOriginal: true)
    }

    /// Returns the document without what must not stay in a filled one.
    ///
    /// This is what the fields to fill held before, and the mark of an earlier fill that is of no use. It returns nil if
    /// there is neither.
    func reset(for values: [BoundValue]) throws(QPDFError) -> EmbeddedForm? {
        let filled = values.compactMap { widgets[$0.field.id] }
        guard !filled.isEmpty || document.hasUnusableMark else { return nil }
        let file = try PDFFile(data: document.pdf, password: document.password)
        if !filled.isEmpty {
            let others = Set(document.widgets.map(WidgetPlace.init)).subtracting(filled.map(WidgetPlace.init))
            try file.reset(fieldsNamed: Set(filled.map(\.name)), besides: others)
        }
        let data = try file.written()
        return EmbeddedForm(data: data, record: FillRecord(of: document, reset: data))
    }

    /// Returns the document with its changes appended; nil if nothing can be.
    func appended(_ file: PDFFile, _ mark: FileMark? = nil) throws(QPDFError) -> Data? {
        guard !file.isEncrypted else { return nil }
        do throws(QPDFError) {
            let original = try IncrementalPDF(
                to: document.pdf, password: document.password, before: document.unchanged.take())
            let appended = try original.appending(file, mark: mark)
            document.unchanged.putBack(original.before)
            return appended
        } catch  where error.code == .unsupported {
            return nil
        }
    }

    /// Returns a mark with values for the document, or for another state of it.
    func mark(holding values: [BoundValue], _ record: FillRecord? = nil) throws(QPDFError) -> FileMark {
        let kept = KeptValues(values) { widgets[$0.field.id]?.isPassword == true }
        guard let data = try? kept.data, let mark = (record ?? self.record).mark(with: data) else {
            throw QPDFError(code: .system, detail: "the values could not be recorded")
        }
        return mark
    }

    /// Adds the recognised words of scans and photos invisibly.
    func addWords(to file: PDFFile) throws(QPDFError) {
        for (index, page) in description.pages.enumerated() where document.pages.indices.contains(index) {
            let words = page.words?.map { HiddenWord(text: $0.text, region: $0.region, turns: $0.turns) } ?? []
            try file.addHiddenText(words, onPage: index)
        }
    }

    /// Removes the widgets that the overlay replaces.
    func replaceWidgets(_ filled: [Int: Set<Int>], in file: PDFFile) throws(QPDFError) {
        try file.removeWidgets(filled)
    }

    func unforeseen(_ error: any Error) -> Failure {
        Failure(.internalError, "\(document.fileName) could not be composed.", underlying: "\(error)")
    }
}

/// Values drawn on an overlay that is not on the document yet.
struct DrawnValues {
    /// The document's pages (0-based) that have an overlay page.
    var pages: [OverlayPage] = []
    /// The widgets that the overlay replaces: for each page, indices in its `/Annots`.
    var widgets: [Int: Set<Int>] = [:]
    /// The regions of drawn fields without a widget, by page.
    var regions: [Int: [Region]] = [:]
    var texts = RecordTexts()
    var report: FillReport

    /// The values for added pages.
    var addenda: Addenda { texts.addenda }
}

/// The texts of a record that are not simply drawn in their own field.
struct RecordTexts {
    /// The texts on blanks with several lines.
    private(set) var lines = RecordLines()
    /// The values for added pages.
    var addenda = Addenda()

    init() {}

    /// Breaks the texts of a record across their lines.
    ///
    /// `values` are those of the whole record, in the order of their fields.
    ///
    /// - Throws: `missing_glyph` or `value_overflow`.
    init(of values: [BoundValue], by composer: Composer, on target: ComposeTarget) throws(Failure) {
        addenda = Addenda(of: values)
        lines = try RecordLines(of: values, by: composer, on: target, &addenda)
    }
}
