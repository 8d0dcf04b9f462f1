import CPoppler
package import Foundation

/// An open PDF.
///
/// Not thread-safe: an instance belongs to one thread, and other threads must open the file separately.
package final class PopplerDocument {
    let pointer: OpaquePointer

    /// Opens a PDF from memory (`poppler_document_new_from_bytes`).
    package init(data: Data, password: String? = nil) throws(PopplerError) {
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        pointer = try Self.open { formwright_poppler_document_new_from_bytes(bytes, password, $0) }
    }

    /// Opens a PDF file and reads pages on demand (`poppler_document_new_from_file`).
    package init(contentsOf url: URL, password: String? = nil) throws(PopplerError) {
        let uri = url.absoluteURL.absoluteString
        pointer = try Self.open { formwright_poppler_document_new_from_file(uri, password, $0) }
    }

    deinit { formwright_poppler_unref(UnsafeMutableRawPointer(pointer)) }

    package var pageCount: Int { Int(formwright_poppler_document_get_n_pages(pointer)) }

    /// The title in the information dictionary, if any.
    package var title: String? {
        guard let text = formwright_poppler_document_get_title(pointer) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Returns a page, counted from 0.
    ///
    /// `userUnit` is the page's `/UserUnit`, which poppler ignores: it multiplies all sizes and regions of the page.
    package func page(_ index: Int, userUnit: Double = 1) throws(PopplerError) -> PopplerPage {
        guard index >= 0, index < pageCount, let page = formwright_poppler_document_get_page(pointer, Int32(index))
        else {
            throw PopplerError(code: .noSuchPage, detail: "page \(index + 1) cannot be read")
        }
        return PopplerPage(page, of: self, userUnit: userUnit)
    }

    private static func open(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
    ) throws(PopplerError) -> OpaquePointer {
        guard formwright_has_poppler() != 0 else {
            throw PopplerError(code: .libraryMissing, detail: "libpoppler-glib8 is not installed")
        }
        var error: UnsafeMutablePointer<GError>?
        if let pointer = body(&error) { return pointer }
        defer { g_error_free(error) }
        let encrypted = error.map { $0.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue) } ?? false
        throw PopplerError(
            code: encrypted ? .encrypted : .damaged,
            detail: error.map { String(cString: $0.pointee.message) } ?? "cannot be opened")
    }
}
