import FormImport

import FailureModel
import FormModel
import Foundation
import QPDF

/// The document that values are drawn on, with everything that has to be determined only once for it.
struct ComposeTarget: Sendable {
    let document: ImportedDocument
    let description: FormDescription
    /// The widgets of the fields that have one.
    let widgets: [Field.ID: Widget]
    /// The sizes that text begins with.
    let sizes: FontSizes
    let amounts: AmountColumns
    /// Whether most of the boxes that the pages print are round.
    let hasRoundBoxes: Bool
    /// Whether what is drawn on the pages is tagged.
    var isTagged: Bool
    private let calculations: FormCalculations
    /// The places of the fields in reading order.
    private let order: [Field.ID: Int]

    init(_ document: ImportedDocument, _ description: FormDescription, _ options: ComposeOptions) {
        self.document = document
        self.description = description
        widgets = Self.widgets(of: description.fields, in: document)
        let widgets = widgets
        sizes = FontSizes(
            of: description.fields.map { $0.upright(in: widgets[$0.id]) }, options: options,
            unit: document.unit(ofPage:))
        amounts = AmountColumns(of: description.fields)
        let boxes = description.fields.filter { $0.type == .checkbox && $0.evidence != .widget }
        hasRoundBoxes = 2 * boxes.count { $0.evidence == .circle } > boxes.count
        isTagged = document.isTagged
        calculations = FormCalculations(of: document.widgets)
        order = Dictionary(zip(description.fields.map(\.id), 0...), uniquingKeysWith: { first, _ in first })
    }

    /// Returns the names of the fields whose calculation depends on values and was not done; nil if there are none.
    func uncalculated(after values: [BoundValue]) -> [String]? {
        func names(_ isCalculated: Bool) -> Set<String> {
            Set(
                values.lazy.filter { ($0.match == .calculated) == isCalculated }
                    .map { widgets[$0.field.id]?.name ?? $0.field.name })
        }
        let names = calculations.outdated(given: names(false), calculated: names(true))
        return names.isEmpty ? nil : names
    }

    /// Returns what the drawing of a value is.
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

    /// Finds the widgets of fields: those with their ids, or else, for fields that were corrected on another copy of the
    /// form, those with their names or at their places.
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
            // What is drawn under a widget that stays could not be seen. Several fields may take the place of one.
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

    /// Removes the widgets that the overlay replaces.
    func replaceWidgets(_ filled: [Int: Set<Int>], in file: PDFFile) throws(QPDFError) {
        try file.removeWidgets(filled)
        // Cairo gives a page made for a picture a date that is not the document's.
        if document.fileType != .pdf { file.removeInformation("/CreationDate") }
    }

    func unforeseen(_ error: any Error) -> Failure {
        Failure(.internalError, "\(document.fileName) could not be composed.", underlying: "\(error)")
    }
}

/// Values that were drawn on an overlay, which has not been put on the document yet.
struct DrawnValues {
    /// The document's pages (0-based) for which the overlay has a page.
    var pages: [OverlayPage] = []
    /// The widgets that the overlay replaces: for each page, indices in its `/Annots`.
    var widgets: [Int: Set<Int>] = [:]
    /// Where else the overlay draws: for each page, the regions of fields without a widget.
    var regions: [Int: [Region]] = [:]
    /// The values for added pages.
    var addenda = Addenda()
    var report: FillReport
}
