package import FormImport

package import FailureModel
import Cairo
package import FormModel
package import Foundation
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
        if options.isIncremental { return try IncrementalFilling(self, on: target).compose(values) }
        if options.keepsFields { return try EditableFilling(self, on: target).compose(values) }
        let (overlay, drawn) = try draw(values, on: target)
        return (try stamp(overlay, drawn, on: target), drawn.report)
    }

    /// Stamps the overlay on the document.
    func stamp(_ overlay: Data?, _ drawn: DrawnValues, on target: ComposeTarget) throws(Failure) -> Data {
        let added = try addedPages(drawn.addenda, target)
        return try target.file(addsPages: added != nil) { file throws(QPDFError) in
            try write(overlay, drawn, on: target, to: file)
            if let added { try file.append(pagesOf: PDFFile(data: added)) }
            return try file.written()
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

    /// Draws one record; each page with values gets an overlay page.
    func draw(_ values: [BoundValue], on target: ComposeTarget) throws(Failure) -> (
        overlay: Data?, drawn: DrawnValues
    ) {
        let (overlay, records) = try draw([values], on: target)
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
        var faults: [Int: Failure] = [:]
        while true {
            let sheet = OverlaySheet()
            var drawn: [Result<DrawnValues, Failure>] = []
            var isSpoilt = false
            for (place, values) in records.enumerated() {
                do throws(Failure) {
                    if let fault = faults[place] { throw fault }
                    drawn.append(.success(try draw(values, on: target, sheet)))
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
        _ values: [BoundValue], on target: ComposeTarget, _ sheet: OverlaySheet
    ) throws(Failure) -> DrawnValues {
        let document = target.document
        let values = target.placed(values)
        let bound = Set(values.map(\.field.id))
        var drawn = DrawnValues(
            report: FillReport(
                fileName: document.fileName, sha256: document.sha256, pageCount: document.pages.count, filled: [],
                untouched: target.description.fields.filter { !bound.contains($0.id) }.map(\.name),
                warnings: document.warnings))
        if options.keepsFields, !target.description.fields.contains(where: { $0.evidence == .widget }) {
            drawn.report.warnings.append("The form has no AcroForm fields, so none can stay editable.")
        }
        drawn.report.uncalculated = target.uncalculated(after: values)
        drawn.addenda = Addenda(of: values)
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
                drawn.report.filled.append(
                    try draw(value, skew: skew, widget: widget, of: target, &drawn.addenda, on: context))
                if target.isTagged { context.endMarkedContent() }
            }
        }
        return drawn
    }

    /// Returns the part of a value's report entry that does not depend on its drawing.
    func entry(for value: BoundValue) -> FillReport.Entry {
        let field = value.field
        var entry = FillReport.Entry(
            id: field.id, name: field.name, label: field.label, section: field.section, page: field.page,
            key: value.key,
            match: value.match, source: value.source, fontSize: nil, custom: value.custom, warnings: [])
        if let note = value.match.note(key: value.key) { entry.warnings.append(note) }
        return entry
    }

    /// Draws one value, or a reference to it if it goes to an added page.
    func draw(
        _ value: BoundValue, skew: Double, widget: Widget?, of target: ComposeTarget, _ addenda: inout Addenda,
        on context: DrawingContext
    ) throws(Failure) -> FillReport.Entry {
        var value = value
        if widget?.isPassword == true { value.content = value.content.hidden }
        var field = value.field.upright(in: widget)
        if field.type == .signature, let words = field.printedWords {
            let others = target.description.fields.lazy
                .filter { $0.page == field.page && $0.id != field.id }.map(\.region)
            field.region = SignatureRoom.region(of: field, among: words + others)
        }
        var entry = entry(for: value)
        let marks: () -> Void
        switch value.content {
        case .checked(let isChecked):
            let mark = CheckMark(isRound: target.hasRoundBoxes, widget: widget, preferred: options.mark)
            marks = { [field] in if isChecked { mark.draw(in: field.region, on: context) } }
        case .picture(let data):
            let picture = try FieldPicture(data, field: field)
            marks = { [field] in
                if field.type == .signature {
                    picture.drawSignature(in: field.region, on: context)
                } else {
                    picture.drawPhoto(in: field.region, on: context)
                }
            }
        case .text, .choice, .formatted:
            var list: ListBox?
            var texts = [(value: value, field: field)]
            if let widget, widget.isList, !widget.options.isEmpty {
                let box = try listBox(value, widget, in: field, target)
                list = box
                texts = box.wideRows.map { row in
                    var text = (value: value, field: field)
                    text.value.content = .text(row.text)
                    (text.field.region, text.field.baseline) = (row.region, nil)
                    return text
                }
            }
            var placements: [TextFitter.Placement] = []
            for text in texts {
                placements += try self.placements(of: text.value, in: text.field, target, &addenda, &entry)
            }
            let sizes = placements.map(\.size) + (list.map { [$0.size] } ?? [])
            entry.fontSize = sizes.min().map { ($0 * 100).rounded() / 100 }
            entry.warnings += placements.compactMap(\.warning)
            if placements.contains(where: \.overlaps) {
                entry.overlaps = true
                entry.warnings.append("The value covers printed words.")
            }
            let color = color(of: value, widget)
            marks = { [list] in
                list?.draw(in: color, on: context)
                for placement in placements { context.draw(placement.layout, x: placement.x, y: placement.y) }
            }
        }
        context.saved {
            if skew != 0 { context.rotate(degrees: skew, aroundX: field.region.midX, y: field.region.midY) }
            context.setColor(color(of: value, widget))
            context.turned(by: widget?.look.rotation ?? 0, about: field.region, marks)
        }
        return entry
    }

    /// Lays out a list box with the options of a value selected.
    private func listBox(
        _ value: BoundValue, _ widget: Widget, in field: Field, _ target: ComposeTarget
    ) throws(Failure) -> ListBox {
        let exports: [String]
        if case .choice(_, let export) = value.content {
            exports = [export]
        } else {
            let text = value.content.text?.text ?? ""
            exports = text.split(separator: "\n").map(String.init) + [text]
        }
        let choices = ListOptions(of: widget)
        let chosen = Set(exports.compactMap(choices.place(ofHeld:)))
        let texts = chosen.sorted().map { choices.shown[$0] }.joined(separator: "\n")
        try TextPlacer(options: options, target: target).checkGlyphs(texts, for: field)
        return ListBox(
            widget, chosen: chosen, in: field.region,
            families: options.fontFamilies.joined(separator: ", "), size: value.style?.fontSize ?? options.fontSize,
            unit: target.document.unit(ofPage: widget.page))
    }

    /// Places the text of a value in a field, or else a reference to it.
    private func placements(
        of value: BoundValue, in field: Field, _ target: ComposeTarget, _ addenda: inout Addenda,
        _ entry: inout FillReport.Entry
    ) throws(Failure) -> [TextFitter.Placement] {
        let placer = TextPlacer(options: options, target: target)
        do throws(Failure) {
            return try placer.place(value.content.text ?? FormattedText(), in: field, style: value.style)
        } catch {
            // A password would be legible on an added page.
            guard error.code == .valueOverflow, options.overflow == .addendum, field.type != .signature,
                !field.flags.contains(.password)
            else { throw error }
            try placer.checkGlyphs(addenda.whole(value).text, for: field)
            let number = addenda.number(of: value)
            for words in Addenda.references(to: number) {
                guard let placed = try? placer.place(FormattedText(words), in: field, style: value.style) else {
                    continue
                }
                addenda.add(value, reference: words)
                entry.addendum = number
                entry.warnings.append("The value does not fit: it is addendum \(number), on a page behind the form.")
                return placed
            }
            throw error
        }
    }

    /// Returns the colour of a value.
    ///
    /// This is its own, that of the options, or that of the form.
    private func color(of value: BoundValue, _ widget: Widget?) -> TextColor {
        value.style?.color ?? options.color ?? widget?.look.text.flatMap(TextColor.init(components:)) ?? .black
    }
}

extension DrawingContext {
    /// Runs `body` with the drawing rotated counterclockwise about the centre of a region.
    func turned(by degrees: Int, about region: Region, _ body: () -> Void) {
        guard degrees != 0 else { return body() }
        saved {
            rotate(degrees: Double(-degrees), aroundX: region.midX, y: region.midY)
            body()
        }
    }
}

extension BoundValue.Content {
    /// The content with text as bullets, as passwords are shown.
    fileprivate var hidden: BoundValue.Content {
        text.map { .text(String(repeating: "•", count: $0.text.count)) } ?? self
    }
}
