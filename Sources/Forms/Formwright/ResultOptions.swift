public import FormFilling
import FormImport
package import Foundation

/// Options for writing a filled or flattened form.
///
/// They are shared by the command line, watched folders and the service.
public struct ResultOptions: Sendable, Hashable {
    /// The pages; nil for all.
    public var pages: PageSelection?
    /// Whether remaining AcroForm fields are converted to page content.
    public var flattens: Bool

    /// Creates options; the default is the unchanged document.
    public init(pages: PageSelection? = nil, flattens: Bool = false) {
        self.pages = pages
        self.flattens = flattens
    }

    /// Returns the pages to write.
    ///
    /// - Parameters:
    ///   - pdf: the processed document, with the same pages and password.
    ///   - document: the document.
    ///   - limits: the limits for the document.
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
