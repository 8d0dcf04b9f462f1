package import FormImport

package import FailureModel
import Cairo
package import FormModel
package import Foundation
import PDFAssembly
import QPDF

/// The compose stage: draws values on an overlay and stamps it on the document.
///
/// Everything else in the document is unchanged. It blocks while it works, so it must not run on Swift's cooperative
/// threads.
package struct Composer: Sendable {
    package var options: ComposeOptions

    package init(options: ComposeOptions = ComposeOptions()) {
        self.options = options
    }

    /// Returns the filled document and a report.
    ///
    /// `values` are those of the bind stage. `description` provides the skew of the pages, which the values follow, and
    /// all fields for the report.
    ///
    /// - Throws: `Failure`, with `missing_glyph`, `value_overflow`, `bad_signature_image` or another code.
    package func compose(
        _ values: [BoundValue], onto document: ImportedDocument, description: FormDescription
    ) throws(Failure) -> (pdf: Data, report: FillReport) {
        let target = ComposeTarget(document, description, options)
        // Of a password that was filled in before, only its length is known.
        let isLost = { (value: BoundValue) in
            options.keepsFields && value.match == .kept && !value.content.isEmpty
                && target.widgets[value.field.id]?.isPassword == true
        }
        // The field of the original may hold another one.
        let known = values.map { value in
            var value = value
            if isLost(value) { value.content = .text("") }
            return value
        }
        var composed = try compose(known, on: target)
        composed.report.warnings += values.filter(isLost).map {
            "The password in \($0.field.title) is not kept when a form is filled again: give it again."
        }
        return composed
    }

    private func compose(
        _ values: [BoundValue], on target: ComposeTarget
    ) throws(Failure) -> (pdf: Data, report: FillReport) {
        if options.isIncremental { return try IncrementalFilling(self, on: target).compose(values) }
        if options.keepsFields { return try EditableFilling(self, on: target).compose(values) }
        let (overlay, drawn) = try draw(values, on: target)
        return (try stamp(overlay, drawn, of: values, on: target), drawn.report)
    }

    /// Stamps the overlay of values on the document.
    func stamp(
        _ overlay: Data?, _ drawn: DrawnValues, of values: [BoundValue], on target: ComposeTarget
    ) throws(Failure) -> Data {
        let added = try addedPages(drawn.addenda, target)
        return try target.file(addsPages: added != nil) { file throws(QPDFError) in
            try write(overlay, drawn, on: target, to: file)
            if let added { try file.append(pagesOf: PDFFile(data: added)) }
            return try target.written(file, target.reset(for: values), holding: values).data
        }
    }

    /// Returns a PDF of the values that do not fit their fields, or nil.
    func addedPages(_ addenda: Addenda, _ target: ComposeTarget) throws(Failure) -> Data? {
        try AddendumPages(target: target, families: options.fontFamilies).pdf(of: addenda)
    }

    /// Stamps the overlay on the opened document, and removes the widgets that it replaces.
    func write(_ overlay: Data?, _ drawn: DrawnValues, on target: ComposeTarget, to file: PDFFile) throws(QPDFError) {
        try target.addWords(to: file)
        let lowered = try file.lowerAnnotations(below: drawn.widgets, regions: drawn.regions)
        try file.drawBlankButtons(drawn.widgets)
        if let overlay {
            try file.stamp(try PDFFile(data: overlay), on: drawn.pages)
        }
        try target.replaceWidgets(drawn.widgets.merging(lowered) { $0.union($1) }, in: file)
    }

    /// Draws one record, or some values of a whole one.
    func draw(
        _ values: [BoundValue], of whole: [BoundValue]? = nil, on target: ComposeTarget
    ) throws(Failure) -> (overlay: Data?, drawn: DrawnValues) {
        let (overlay, records) = try draw([(values, whole ?? values)], on: target)
        return (overlay, try records[0].get())
    }

    /// Draws several records on one overlay, so that they share its fonts.
    ///
    /// The pages of each record follow those of the previous one.
    ///
    /// - Throws: errors that concern all records; a record with an error of its own is omitted.
    func draw(
        _ records: [[BoundValue]], on target: ComposeTarget
    ) throws(Failure) -> (overlay: Data?, records: [Result<DrawnValues, Failure>]) {
        try draw(records.map { ($0, $0) }, on: target)
    }

    private func draw(
        _ records: [(drawn: [BoundValue], whole: [BoundValue])], on target: ComposeTarget
    ) throws(Failure) -> (overlay: Data?, records: [Result<DrawnValues, Failure>]) {
        var faults: [Int: Failure] = [:]
        while true {
            let sheet = OverlaySheet()
            var drawn: [Result<DrawnValues, Failure>] = []
            var isSpoilt = false
            for (place, record) in records.enumerated() {
                do throws(Failure) {
                    if let fault = faults[place] { throw fault }
                    drawn.append(.success(try draw(record.drawn, of: record.whole, on: target, sheet)))
                } catch {
                    drawn.append(.failure(error))
                    if faults.updateValue(error, forKey: place) == nil, !sheet.isEmpty { isSpoilt = true }
                }
            }
            // Drawings of an invalid record cannot be removed, so the others are drawn again without it.
            if isSpoilt { continue }
            do {
                return (try sheet.finish(), drawn)
            } catch {
                throw target.unforeseen(error)
            }
        }
    }

    private func draw(
        _ values: [BoundValue], of whole: [BoundValue], on target: ComposeTarget, _ sheet: OverlaySheet
    ) throws(Failure) -> DrawnValues {
        let document = target.document
        let values = target.placed(values)
        let bound = Set(values.map(\.field.id))
        var drawn = DrawnValues(
            report: FillReport(
                fileName: document.fileName, sha256: document.sha256, pageCount: document.pages.count, filled: [],
                untouched: target.description.fields.filter { !bound.contains($0.id) }.map(\.name),
                warnings: values.contains { $0.match == .kept } ? [KeptValues.note] + document.warnings : document.notes
            ))
        if options.keepsFields, !target.description.fields.contains(where: { $0.evidence == .widget }) {
            drawn.report.warnings.append("The form has no AcroForm fields, so none can stay editable.")
        }
        drawn.report.uncalculated = target.uncalculated(after: values)
        drawn.texts = try RecordTexts(of: target.placed(whole), by: self, on: target)
        let byPage = Dictionary(grouping: values, by: \.field.page).sorted { $0.key < $1.key }
        guard let last = byPage.last else { return drawn }
        guard last.key < document.pages.count, byPage[0].key >= 0 else {
            throw Failure(
                .fieldsMismatch, "A field is on page \(last.key + 1), which \(document.fileName) does not have.")
        }
        drawn.pages = byPage.map { page, values in
            OverlayPage(page: page, tags: target.isTagged ? values.map(target.tag) : [])
        }
        drawn.widgets = Dictionary(grouping: values.compactMap { target.widgets[$0.field.id] }, by: \.page)
            .mapValues { Set($0.map(\.index)) }
        let others = values.filter { target.widgets[$0.field.id] == nil }.map(\.field)
        drawn.regions = Dictionary(grouping: others, by: \.page).mapValues { $0.map(\.region) }
        let beside = KeptAnswers(values)
        for page in byPage {
            let context: DrawingContext
            do {
                context = try sheet.beginPage(document.pages[page.key].size)
            } catch {
                throw target.unforeseen(error)
            }
            let pages = target.description.pages
            let skew = pages.indices.contains(page.key) ? pages[page.key].skew : 0
            var shown: Set<Int> = []
            for value in page.value {
                let widget = target.widgets[value.field.id]
                if target.isTagged { context.beginMarkedContent() }
                if let widget, shown.insert(widget.index).inserted {
                    context.turned(by: widget.look.rotation, about: widget.region) {
                        WidgetLook.draw(widget.upright, on: context)
                    }
                }
                var entry = try draw(value, skew: skew, widget: widget, of: target, &drawn.texts, on: context)
                if let note = beside.note(on: value) { entry.warnings.append(note) }
                drawn.report.filled.append(entry)
                if target.isTagged { context.endMarkedContent() }
            }
        }
        return drawn
    }
}
