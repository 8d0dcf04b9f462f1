package import FailureModel
import FormModel
package import Foundation
import QPDF

/// Turns the fields of an AcroForm into parts of the pages.
package struct FormFlattener: Sendable {
    /// Creates a flattener.
    package init() {}

    /// Returns the document with what its fields show on its pages, and without the fields.
    ///
    /// A value without an appearance, or whose appearance viewers are asked to regenerate, is drawn by the compose stage.
    ///
    /// - Throws: `Failure`, such as `missing_glyph` for a value that no font can write.
    package func flattened(_ document: ImportedDocument) throws(Failure) -> (pdf: Data, warnings: [String]) {
        let description = FormDescription(
            document: .init(
                fileName: document.fileName, mimeType: document.fileType.mimeType, sha256: document.sha256,
                pageCount: document.pages.count),
            pages: [], fields: WidgetFields.fields(of: document))
        // What the document holds is to be seen, whatever its size.
        let composer = Composer(options: ComposeOptions(overflow: .shrink))
        let target = ComposeTarget(document, description, composer.options)
        let values = try undrawn(on: target)
        let (overlay, drawn) = try composer.draw(values, on: target)
        let pdf = try target.file { file throws(QPDFError) in
            if let overlay { try file.stamp(try PDFFile(data: overlay), on: drawn.pages) }
            try file.flattenWidgets(drawn: drawn.widgets)
            return try file.written()
        }
        let notes = drawn.report.filled.flatMap { entry in entry.warnings.map { "\(entry.title): \($0)" } }
        return (pdf, document.warnings + notes)
    }

    /// The values that no appearance shows.
    private func undrawn(on target: ComposeTarget) throws(Failure) -> [BoundValue] {
        let shown = try target.file { file throws(QPDFError) in
            file.needsAppearances ? [] : try file.widgetsWithAppearance()
        }
        return target.description.fields.compactMap { field in
            guard let widget = target.widgets[field.id], let text = HeldText.shown(by: widget),
                !shown.contains(WidgetPlace(page: widget.page, index: widget.index))
            else { return nil }
            return BoundValue(field: field, content: .text(text), source: .manual, key: field.name, match: .name)
        }
    }
}
