import CVips
package import Foundation

/// Pixels in memory with 8 bits per sample: gray or sRGB, optionally with alpha.
///
/// Nothing else of a file is kept. Not thread-safe.
package final class RasterPicture {
    /// The number of columns.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// Whether pixels have alpha.
    package let hasAlpha: Bool
    /// The number of samples per pixel, 1 to 4.
    package let bands: Int
    /// The samples in row order, allocated by libvips, and their number.
    private let samples: UnsafeMutableRawPointer
    private let count: Int

    /// Computes the pixels of an image.
    init(_ image: VipsImageHandle, hasAlpha: Bool) throws(VipsError) {
        var count = 0
        guard let samples = formwright_vips_image_write_to_memory(image.pointer, &count) else {
            throw VipsImageHandle.failure()
        }
        (width, height, bands) = (image.width, image.height, image.bands)
        (self.samples, self.count, self.hasAlpha) = (samples, count, hasAlpha)
        guard image.format == VIPS_FORMAT_UCHAR, count == width * height * bands else { throw .damaged }
    }

    /// Creates a picture from samples: gray, or red, green and blue, then alpha if any.
    ///
    /// - Parameters:
    ///   - width: The number of columns.
    ///   - height: The number of rows.
    ///   - samples: The samples in row order. Their number determines that per pixel.
    /// - Throws: ``VipsError/damaged`` if their number is invalid for a picture of this size.
    package init(width: Int, height: Int, samples: [UInt8]) throws(VipsError) {
        try VipsImageHandle.prepare()
        guard width > 0, height > 0, (1...4).contains(samples.count / (width * height)),
            samples.count % (width * height) == 0
        else { throw .damaged }
        (self.width, self.height, bands) = (width, height, samples.count / (width * height))
        hasAlpha = bands == 2 || bands == 4
        count = samples.count
        // Never nil: GLib ends the process for lack of memory.
        guard let copy = g_malloc(gsize(count)) else { throw .outOfMemory }
        self.samples = copy
        samples.withUnsafeBytes { if let start = $0.baseAddress { copy.copyMemory(from: start, byteCount: $0.count) } }
    }

    deinit { g_free(samples) }

    /// The samples in row order: gray, or red, green and blue, then alpha if any.
    package var pixels: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: samples, count: count)) }

    /// Returns whether no pixel is transparent.
    package func isOpaque() throws(VipsError) -> Bool {
        guard hasAlpha else { return true }
        defer { formwright_vips_thread_shutdown() }
        return try image().bands(from: bands - 1, count: 1).least() == 255
    }

    /// Returns a copy with a maximum longer side in pixels.
    package func shrunk(longerSide: Int) throws(VipsError) -> RasterPicture {
        defer { formwright_vips_thread_shutdown() }
        let size = PixelSize(width: width, height: height).fitting(longerSide)
        return try RasterPicture(try image().shrunk(to: size, hasAlpha: hasAlpha), hasAlpha: hasAlpha)
    }

    /// Returns a copy on a white background.
    package func flattened() throws(VipsError) -> RasterPicture {
        guard hasAlpha else { return self }
        defer { formwright_vips_thread_shutdown() }
        return try RasterPicture(try image().flattened(), hasAlpha: false)
    }

    /// Returns the picture as a JPEG without metadata, with transparent pixels on white.
    ///
    /// - Parameters:
    ///   - quality: 1 to 100, as in libjpeg.
    ///   - isSubsampled: Whether four pixels share their chroma, as in photos. Drawings have sharp edges between
    ///     colours.
    ///   - isProgressive: Whether the picture is written in several scans, which saves a few per cent.
    /// - Returns: The bytes of the file.
    /// - Throws: ``VipsError``.
    package func jpeg(quality: Int, isSubsampled: Bool, isProgressive: Bool = false) throws(VipsError) -> Data {
        let opaque = try flattened()
        let subsampling = isSubsampled ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_OFF
        return try opaque.written { image, bytes, count in
            formwright_vips_jpegsave_buffer(
                image, bytes, count, Int32(quality), subsampling, isProgressive ? 1 : 0)
        }
    }

    /// Returns the picture as a PNG without metadata.
    package func png() throws(VipsError) -> Data {
        try written { formwright_vips_pngsave_buffer($0, $1, $2, 6) }
    }

    private func written(
        _ save: (
            UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>
        ) -> Int32
    ) throws(VipsError) -> Data {
        defer { formwright_vips_thread_shutdown() }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let image = try image()
        guard withExtendedLifetime(image, { save(image.pointer, &bytes, &count) }) == 0, let bytes else {
            throw VipsImageHandle.failure()
        }
        defer { g_free(bytes) }
        return Data(bytes: bytes, count: count)
    }

    /// Returns an image that shares the samples.
    ///
    /// Its header has only the size, so no other metadata can be written.
    private func image() throws(VipsError) -> VipsImageHandle {
        let plain = try VipsImageHandle {
            $0.pointee = formwright_vips_image_new_from_memory(
                samples, count, Int32(width), Int32(height), Int32(bands), VIPS_FORMAT_UCHAR)
            return $0.pointee == nil ? -1 : 0
        }
        // JPEG and PNG both state a resolution: 72 pixels per inch, which is meaningless.
        let space = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        return try VipsImageHandle { formwright_vips_describe(plain.pointer, $0, space, 72 / 25.4) }
    }
}
