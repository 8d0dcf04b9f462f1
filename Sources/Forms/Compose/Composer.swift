import Cairo
public import FormModel
public import Foundation
import QPDF

/// The compose stage: draws values on an overlay and stamps it on the document, which is otherwise left as it is.
///
/// Blocks while it works: keep it off Swift's cooperative threads.
public struct Composer: Sendable {
    public var options: ComposeOptions

    public init(options: ComposeOptions = ComposeOptions()) {
        self.options = options
    }

    /// The filled document and what went where.
    ///
    /// - Parameters:
    ///   - values: as the bind stage made them.
    ///   - description: the document's pages, whose skew values follow, and all of its fields, for the report.
    /// - Throws: `FormError`, `missing_glyph`, `value_overflow` and `bad_signature_image` among others.
    public func compose(
        _ values: [BoundValue], onto document: ImportedDocument, description: FormDescription
    ) throws(FormError) -> (pdf: Data, report: FillReport) {
        let widgets = Dictionary(
            document.widgets.map { (WidgetFields.id(of: $0, in: document), $0) },
            uniquingKeysWith: { first, _ in first })
        let bound = Set(values.map(\.field.id))
        var report = FillReport(
            fileName: document.fileName, sha256: document.sha256, pageCount: document.pages.count, filled: [],
            untouched: description.fields.filter { !bound.contains($0.id) }.map(\.name), warnings: document.warnings)
        do {
            let byPage = Dictionary(grouping: values, by: \.field.page).sorted { $0.key < $1.key }
            if let last = byPage.last, last.key >= document.pages.count || byPage[0].key < 0 {
                throw FormError(
                    .fieldsMismatch, "A field lies on page \(last.key + 1), which \(document.fileName) does not have.")
            }
            let overlay =
                byPage.isEmpty
                ? nil : try overlay(byPage, of: document, pages: description.pages, widgets: widgets, report: &report)
            let filled = Dictionary(grouping: values.compactMap { widgets[$0.field.id] }, by: \.page)
                .mapValues { Set($0.map(\.index)) }
            let file = try Importer.open(document)
            let pdf = try file.restoring { () throws(QPDFError) in
                if let overlay {
                    for (place, page) in byPage.enumerated() {
                        try file.stamp(page: place, of: overlay, onPage: page.key)
                    }
                }
                try file.removeWidgets(filled)
                // The date that cairo gives to a page made for a picture is not the document's.
                if document.fileType != .pdf { file.removeInformation("/CreationDate") }
                return try file.written()
            }
            document.parsed.putBack(file)
            return (pdf, report)
        } catch let error as FormError {
            throw error
        } catch {
            throw FormError(
                .internalError, "\(document.fileName) could not be composed.", underlying: "\(error)")
        }
    }

    /// One page for each page that has values, in their order.
    private func overlay(
        _ byPage: [(key: Int, value: [BoundValue])], of document: ImportedDocument, pages: [FormDescription.Page],
        widgets: [Field.ID: Widget], report: inout FillReport
    ) throws -> PDFFile {
        let surface = try PDFSurface(size: document.pages[byPage[0].key].size)
        for (place, page) in byPage.enumerated() {
            let skew = pages.indices.contains(page.key) ? pages[page.key].skew : 0
            for value in page.value {
                if let widget = widgets[value.field.id] { WidgetLook.draw(widget, on: surface.context) }
                report.filled.append(
                    try draw(value, skew: skew, widget: widgets[value.field.id], on: surface.context))
            }
            let isLast = place == byPage.count - 1
            surface.endPage(next: isLast ? nil : document.pages[byPage[place + 1].key].size)
        }
        return try PDFFile(data: try surface.finish())
    }

    private func draw(
        _ value: BoundValue, skew: Double, widget: Widget?, on context: DrawingContext
    ) throws(FormError) -> FillReport.Entry {
        let field = value.field
        var entry = FillReport.Entry(
            id: field.id, name: field.name, label: field.label, page: field.page, key: value.key, match: value.match,
            source: value.source, fontSize: nil, warnings: [])
        if value.match == .similar { entry.warnings.append("The key is not quite the field's label.") }
        let marks: () -> Void
        switch value.content {
        case .checked(let isChecked):
            let mark = CheckMark(for: field, widget: widget, preferred: options.mark)
            marks = { if isChecked { mark.draw(in: field.region, on: context) } }
        case .picture(let data):
            let picture = try SignaturePicture.picture(data, field: field)
            marks = { context.draw(picture, in: SignaturePicture.region(of: picture, in: field.region)) }
        case .text(let text):
            let placements = try place(text, in: field)
            entry.fontSize = placements.map(\.size).min().map { ($0 * 100).rounded() / 100 }
            entry.warnings += placements.compactMap(\.warning)
            marks = {
                context.setColor(red: 0, green: 0, blue: 0)
                for placement in placements { context.draw(placement.layout, x: placement.x, y: placement.y) }
            }
        }
        context.saved {
            if skew != 0 { context.rotate(degrees: skew, aroundX: field.region.midX, y: field.region.midY) }
            marks()
        }
        return entry
    }

    private func place(_ text: String, in field: Field) throws(FormError) -> [TextFitter.Placement] {
        guard !text.isEmpty else { return [] }
        let isSignature = field.type == .signature
        let fitter = TextFitter(
            options: options,
            families: (isSignature ? options.signatureFamilies : options.fontFamilies).joined(separator: ", "),
            isItalic: isSignature)
        if let edges = field.combEdges, edges.count > 1 {
            return try fitter.placeComb(text, edges: edges, in: field)
        }
        return [try fitter.place(text, in: field)]
    }
}
