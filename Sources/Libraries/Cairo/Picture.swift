import CCairo
package import Foundation

/// An image to draw (`cairo_image_surface_t`).
package final class Picture {
    let surface: OpaquePointer

    /// Takes ownership of a surface, or destroys it if it is in an error state.
    private init(owning surface: OpaquePointer) throws(CairoError) {
        let status = cairo_surface_status(surface)
        if status != CAIRO_STATUS_SUCCESS { cairo_surface_destroy(surface) }
        try CairoError.check(status)
        self.surface = surface
    }

    deinit { cairo_surface_destroy(surface) }

    /// The number of columns.
    package var width: Int { Int(cairo_image_surface_get_width(surface)) }
    /// The number of rows.
    package var height: Int { Int(cairo_image_surface_get_height(surface)) }

    /// Decodes a PNG with transparency (`cairo_image_surface_create_from_png_stream`).
    package convenience init(png: Data) throws(CairoError) {
        final class Reader {
            var rest: Data
            init(_ data: Data) { rest = data }
        }
        let reader = Reader(png)
        let read: cairo_read_func_t = { closure, bytes, count in
            guard let closure, let bytes else { return CAIRO_STATUS_READ_ERROR }
            let reader = Unmanaged<Reader>.fromOpaque(closure).takeUnretainedValue()
            guard reader.rest.count >= Int(count) else { return CAIRO_STATUS_READ_ERROR }
            reader.rest.copyBytes(to: bytes, count: Int(count))
            reader.rest = reader.rest.dropFirst(Int(count))
            return CAIRO_STATUS_SUCCESS
        }
        let surface = withExtendedLifetime(reader) {
            cairo_image_surface_create_from_png_stream(read, Unmanaged.passUnretained(reader).toOpaque())
        }
        guard let surface else { throw CairoError(code: .outOfMemory, detail: "no surface") }
        try self.init(owning: surface)
    }

    /// Sets a unique name (`CAIRO_MIME_TYPE_UNIQUE_ID`).
    ///
    /// A PDF stores pictures with the same name only once.
    package func setName(_ name: Data) throws(CairoError) { try attach(name, as: CAIRO_MIME_TYPE_UNIQUE_ID) }

    /// Wraps a JPEG for embedding in the PDF without decoding (`CAIRO_MIME_TYPE_JPEG`).
    package convenience init(jpeg: Data, width: Int, height: Int) throws(CairoError) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)) else {
            throw CairoError(code: .outOfMemory, detail: "no surface")
        }
        try self.init(owning: surface)
        try attach(jpeg, as: CAIRO_MIME_TYPE_JPEG)
    }

    /// Attaches data to use in place of or beside the pixels (`cairo_surface_set_mime_data`).
    private func attach(_ data: Data, as type: String) throws(CairoError) {
        let bytes = data as NSData
        let owner = Unmanaged.passRetained(bytes)
        let status = cairo_surface_set_mime_data(
            surface, type, bytes.bytes.assumingMemoryBound(to: UInt8.self), UInt(bytes.length),
            { if let owner = $0 { Unmanaged<NSData>.fromOpaque(owner).release() } }, owner.toOpaque())
        if status != CAIRO_STATUS_SUCCESS { owner.release() }
        try CairoError.check(status)
    }

    /// Creates an image from opaque pixels: rows from the top, three bytes per pixel.
    package convenience init(rgb: [UInt8], width: Int, height: Int) throws(CairoError) {
        precondition(rgb.count == width * height * 3)
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)) else {
            throw CairoError(code: .outOfMemory, detail: "no surface")
        }
        try self.init(owning: surface)
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        rgb.withUnsafeBufferPointer { source in
            for y in 0..<height {
                let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
                for x in 0..<width {
                    let p = (y * width + x) * 3
                    row[x] = UInt32(source[p]) << 16 | UInt32(source[p + 1]) << 8 | UInt32(source[p + 2])
                }
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Creates a transparent image and draws on it.
    convenience init(width: Int, height: Int, _ draw: (OpaquePointer) -> Void) throws(CairoError) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
            throw CairoError(code: .outOfMemory, detail: "no surface")
        }
        try self.init(owning: surface)
        let context = DrawingContext(on: surface)
        draw(context.pointer)
        try CairoError.check(context.status)
        cairo_surface_flush(surface)
    }
}
