import CCairo
import CRsvg
import Cairo
package import Foundation

/// An SVG drawing.
///
/// No external resource is read: without a base address, a drawing cannot refer to other files (librsvg then loads
/// none, and never anything from the network). Embedded `data:` resources are decoded, so untrusted drawings belong in
/// a separate process.
///
/// Not thread-safe.
package final class Drawing {
    /// The size in CSS pixels: the declared one, or else that of the view box.
    package let width: Double
    package let height: Double
    private let handle: UnsafeMutableRawPointer

    /// The default size of a drawing without one.
    private static let usualSide = 512.0
    /// The range of the sides of a PDF page in points.
    ///
    /// Larger drawings are scaled down, because filters take time and memory in proportion to the page's points.
    private static let pageSides = 1.0...2_048.0
    /// The longer side of a page for a tiny drawing.
    private static let usualPageSide = 1_000.0

    /// Parses a drawing (`rsvg_handle_new_from_data`).
    ///
    /// The first call in a process loads librsvg.
    ///
    /// - Throws: ``RsvgError``.
    package init(_ data: Data) throws(RsvgError) {
        guard formwright_has_rsvg() != 0 else { throw .libraryMissing }
        var error: UnsafeMutablePointer<GError>?
        let handle = data.withUnsafeBytes {
            formwright_rsvg_handle_new_from_data($0.bindMemory(to: UInt8.self).baseAddress, $0.count, &error)
        }
        guard let handle else {
            g_clear_error(&error)
            throw .damaged
        }
        formwright_rsvg_handle_set_dpi(handle, 96)
        self.handle = handle
        (width, height) = Self.size(of: handle)
    }

    deinit { formwright_rsvg_unref(handle) }

    private static func size(of handle: UnsafeMutableRawPointer) -> (Double, Double) {
        func isUsable(_ side: Double) -> Bool { side.isFinite && side > 0 && side < 1e7 }
        var (width, height) = (0.0, 0.0)
        if formwright_rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0, isUsable(width),
            isUsable(height)
        {
            return (width, height)
        }
        var (hasWidth, hasHeight, hasBox): (Int32, Int32, Int32) = (0, 0, 0)
        var (across, down) = (FormwrightLength(), FormwrightLength())
        var box = FormwrightRectangle()
        formwright_rsvg_handle_get_intrinsic_dimensions(
            handle, &hasWidth, &across, &hasHeight, &down, &hasBox, &box)
        if hasBox != 0, isUsable(box.width), isUsable(box.height) { return (box.width, box.height) }
        return (usualSide, usualSide)
    }

    /// Draws on a transparent background, filling a picture of a size.
    ///
    /// The result has red, green, blue and alpha samples in row order.
    ///
    /// - Throws: ``RsvgError``.
    package func pixels(width: Int, height: Int) throws(RsvgError) -> [UInt8] {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height))
        defer { cairo_surface_destroy(surface) }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw .outOfMemory }
        try draw(on: surface, width: Double(width), height: Double(height))
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { throw .outOfMemory }
        let stride = Int(cairo_image_surface_get_stride(surface))
        return [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
            for y in 0..<height {
                UnsafeRawPointer(data + y * stride).withMemoryRebound(to: UInt32.self, capacity: width) { row in
                    for x in 0..<width {
                        // cairo premultiplies colours by alpha.
                        let (pixel, opacity) = (row[x], row[x] >> 24)
                        let place = (y * width + x) * 4
                        func colour(_ shift: UInt32) -> UInt8 {
                            let value = pixel >> shift & 255
                            guard opacity > 0, opacity < 255 else { return UInt8(truncatingIfNeeded: value) }
                            return UInt8(min(255, (value * 255 + opacity / 2) / opacity))
                        }
                        buffer[place] = colour(16)
                        buffer[place + 1] = colour(8)
                        buffer[place + 2] = colour(0)
                        buffer[place + 3] = UInt8(truncatingIfNeeded: opacity)
                    }
                }
            }
            count = width * height * 4
        }
    }

    /// Draws a single-page PDF of the drawing's size at 96 pixels per inch, as vectors.
    ///
    /// The same drawing gives the same bytes.
    ///
    /// - Throws: ``RsvgError``.
    package func pdf() throws(RsvgError) -> Data {
        var (width, height) = (width * 0.75, height * 0.75)
        if !Self.pageSides.contains(width) || !Self.pageSides.contains(height) {
            let isLarge = max(width, height) > Self.pageSides.upperBound
            let scale = (isLarge ? Self.pageSides.upperBound : Self.usualPageSide) / max(width, height)
            (width, height) = (max(1, width * scale), max(1, height * scale))
        }
        let output = NSMutableData()
        let write: cairo_write_func_t = { closure, bytes, count in
            guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
            Unmanaged<NSMutableData>.fromOpaque(closure).takeUnretainedValue().append(bytes, length: Int(count))
            return CAIRO_STATUS_SUCCESS
        }
        let surface = cairo_pdf_surface_create_for_stream(
            write, Unmanaged.passUnretained(output).toOpaque(), width, height)
        defer { cairo_surface_destroy(surface) }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw .outOfMemory }
        // The default would be the current time.
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
        // Also if drawing fails: finishing writes to the output, which must still exist.
        defer { withExtendedLifetime(output) { FontFiles.withLock { cairo_surface_finish(surface) } } }
        try draw(on: surface, width: width, height: height)
        FontFiles.withLock { cairo_surface_finish(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw .outOfMemory }
        return Data(output as Data)
    }

    private func draw(on surface: OpaquePointer, width: Double, height: Double) throws(RsvgError) {
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        guard let context, cairo_status(context) == CAIRO_STATUS_SUCCESS else { throw .outOfMemory }
        var viewport = FormwrightRectangle(x: 0, y: 0, width: width, height: height)
        var error: UnsafeMutablePointer<GError>?
        // librsvg lays out text with Pango.
        let isDrawn = FontFiles.withLock {
            formwright_rsvg_handle_render_document(handle, UnsafeMutableRawPointer(context), &viewport, &error)
        }
        guard isDrawn != 0 else {
            g_clear_error(&error)
            throw cairo_status(context) == CAIRO_STATUS_NO_MEMORY ? .outOfMemory : .tooComplex
        }
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS else { throw .outOfMemory }
    }
}
