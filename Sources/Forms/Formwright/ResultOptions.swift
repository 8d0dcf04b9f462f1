public import FormFilling
import FormImport
package import Foundation

/// What is written of a filled or flattened form: which pages, and whether it still has fields.
///
/// The command line, watched folders and the service share it.
public struct ResultOptions: Sendable, Hashable {
    /// The pages; nil for all.
    public var pages: PageSelection?
    /// Whether the AcroForm fields that are left become parts of the pages.
    public var flattens: Bool

    /// Creates options; by default the whole document is written as it is.
    public init(pages: PageSelection? = nil, flattens: Bool = false) {
        self.pages = pages
        self.flattens = flattens
    }

    /// Returns what is written of a document.
    ///
    /// - Parameters:
    ///   - pdf: what the document has become, with the same pages and password.
    ///   - document: the document.
    ///   - limits: what the document may demand of the machine.
    /// - Returns: the pages.
    /// - Throws: `Failure`, such as `page_unknown`, or `missing_glyph` for a value that no font can write.
    package func pages(_ pdf: Data, of document: ImportedDocument, limits: Limits = Limits()) throws -> DocumentPages {
        var pdf = pdf
        if flattens {
            let filled = try Importer(limits: limits).document(
                pdf, fileName: document.fileName, password: document.password)
            pdf = try FormFlattener().flattened(filled).pdf
        }
        return try DocumentPages(pdf, of: document, selection: pages)
    }
}
