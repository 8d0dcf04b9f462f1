import CCairo
package import Geometry
package import Foundation

/// A PDF drawn page by page (`cairo_pdf_surface_create_for_stream`).
///
/// Its bytes are kept in memory or passed to a function.
package final class PDFSurface {
    private let pointer: OpaquePointer
    private let output: Output
    /// The drawing context of the current page.
    ///
    /// Coordinates are in points, with the origin at the top-left corner of the page and y pointing down.
    package let context: DrawingContext

    private final class Output {
        var bytes = Data()
        let write: ((UnsafeRawBufferPointer) -> Bool)?

        init(_ write: ((UnsafeRawBufferPointer) -> Bool)?) { self.write = write }

        func append(_ part: UnsafeRawBufferPointer) -> Bool {
            if let write { return write(part) }
            bytes.append(contentsOf: part)
            return true
        }
    }

    /// Starts a document with the size of its first page.
    ///
    /// `write` receives the bytes in order as pages end, and returns whether it succeeded. Without it, they are kept in
    /// memory until the end.
    package init(size: PageSize, write: ((UnsafeRawBufferPointer) -> Bool)? = nil) throws(CairoError) {
        let output = Output(write)
        let write: cairo_write_func_t = { closure, bytes, count in
            guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
            let part = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            return Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue().append(part)
                ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
        }
        guard
            let surface = cairo_pdf_surface_create_for_stream(
                write, Unmanaged.passUnretained(output).toOpaque(), size.width, size.height)
        else { throw CairoError(code: .outOfMemory, detail: "no PDF surface") }
        self.output = output
        pointer = surface
        context = DrawingContext(on: surface)
        // The current time would make two runs differ. The composed file has the original's dates or none.
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
        try CairoError.check(cairo_surface_status(surface))
    }

    deinit {
        // Finishing writes to `output`, and the context may keep the surface alive longer than `output`.
        cairo_surface_finish(pointer)
        cairo_surface_destroy(pointer)
    }

    /// Sets the size of the current page, before anything is drawn on it.
    package func setPageSize(_ size: PageSize) { cairo_pdf_surface_set_size(pointer, size.width, size.height) }

    /// Ends the current page, and starts the next one if a size is given.
    package func endPage(next size: PageSize?) {
        cairo_surface_show_page(pointer)
        if let size { cairo_pdf_surface_set_size(pointer, size.width, size.height) }
    }

    /// Ends the document and returns its bytes, unless they were written to a function.
    ///
    /// Throws any error that occurred earlier.
    package func finish() throws(CairoError) -> Data {
        try CairoError.check(context.status)
        cairo_surface_finish(pointer)
        try CairoError.check(cairo_surface_status(pointer))
        return output.bytes
    }
}
