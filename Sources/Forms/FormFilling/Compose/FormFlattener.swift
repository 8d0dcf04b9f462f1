package import FormImport

package import FailureModel
import FormModel
package import Foundation
import QPDF

/// Turns the fields of an AcroForm into page content.
package struct FormFlattener: Sendable {
    /// Creates a flattener.
    package init() {}

    /// Returns the document with its fields converted to page content.
    ///
    /// The compose stage draws a value without an appearance, or with one that viewers are told to regenerate.
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
