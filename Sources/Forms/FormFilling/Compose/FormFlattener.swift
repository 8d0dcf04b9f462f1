package import FormImport

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
        let widgets = UndrawnWidgets(of: document, options: ComposeOptions())
        let (giveAppearances, notes) = try widgets.appearances(skipsFaults: false)
        let pdf = try widgets.target.file { file throws(QPDFError) in
            try giveAppearances(file)
            try file.flattenWidgets()
            return try file.written()
        }
        return (pdf, document.warnings + notes)
    }
}
