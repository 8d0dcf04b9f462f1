import CVips
package import Foundation

/// A picture file of unknown origin with only its header read.
///
/// Untrusted files belong in a separate process, because the decoding libraries are written in C.
package struct SourcePicture: Sendable {
    /// The header of the file, before rotation to upright.
    package struct Header: Hashable, Sendable {
        /// The type, detected from the first bytes.
        package var type: PictureType
        /// The number of columns.
        package var width: Int
        /// The number of rows.
        package var height: Int
        /// The orientation: 1 to 8, as in EXIF.
        package var orientation: Int
        /// The number of frames of a WebP, PNG or GIF.
        package var frames: Int
        /// The number of pictures in a TIFF or HEIC.
        package var pages: Int
        /// The number of samples per pixel.
        package var bands: Int
        /// Whether the last sample is alpha.
        package var hasAlpha: Bool
        /// Whether an ICC profile defines the samples.
        package var hasProfile: Bool
        /// Whether the samples are CMYK inks.
        package var isCMYK: Bool
        /// The time of the photo by the camera's clock, as `2026-01-31T09:30:00`.
        ///
        /// It is `DateTimeOriginal` of EXIF.
        package var taken: String?
    }

    /// The header.
    package let header: Header
    let data: Data
    let page: Int

    /// Reads the header.
    ///
    /// This blocks.
    ///
    /// No pixel is decoded, except those of a GIF's first frame. The first call in a process loads libvips.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - limits: The resource limits of the picture.
    ///   - types: The accepted types.
    ///   - page: The picture of a TIFF to read, from 0. The main picture of other types is read.
    /// - Throws: ``VipsError``.
    package init(
        _ data: Data, limits: PictureLimits = PictureLimits(), types: Set<PictureType> = PictureType.usual,
        page: Int = 0
    ) throws(VipsError) {
        guard let type = PictureType(head: data), types.contains(type) else { throw .unknownType }
        try VipsImageHandle.prepare()
        self.data = data
        self.page = page
        if type == .gif { try limits.check(try GIFScreen.header(data)) }
        header = try Self.withBytes(of: data) { bytes throws(VipsError) in
            let image = try Self.image(of: bytes, type, shrink: 1, page: page)
            if type == .jpeg { try JPEGScans.check(bytes, width: image.width, height: image.height) }
            return try Header(image, type, frames: type == .png ? PNGChunks.frames(bytes) : 1)
        }
        try limits.check(header)
    }

    /// Calls a function with bytes that stay in place until all its images are gone.
    static func withBytes<Result>(
        of data: Data, _ body: (UnsafeRawBufferPointer) throws(VipsError) -> Result
    ) throws(VipsError) -> Result {
        // Otherwise this thread would keep buffers of the library.
        defer { formwright_vips_thread_shutdown() }
        do {
            return try data.withUnsafeBytes { try body($0) }
        } catch let error as VipsError {
            throw error
        } catch {
            throw .damaged
        }
    }

    /// Creates the image of a file, or of a TIFF's page.
    ///
    /// `shrink` is the factor 1, 2, 4 or 8 by which a JPEG is shrunk while it is decoded.
    static func image(
        of bytes: UnsafeRawBufferPointer, _ type: PictureType, shrink: Int, page: Int
    ) throws(VipsError) -> VipsImageHandle {
        // libvips takes a pointer to mutable bytes, and does not write to them.
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        return try VipsImageHandle {
            switch type {
            case .jpeg: formwright_vips_jpegload_buffer(start, bytes.count, $0, Int32(shrink))
            case .png: formwright_vips_pngload_buffer(start, bytes.count, $0)
            case .webp: formwright_vips_webpload_buffer(start, bytes.count, $0)
            case .heic, .avif: formwright_vips_heifload_buffer(start, bytes.count, $0)
            case .tiff: formwright_vips_tiffload_buffer(start, bytes.count, $0, Int32(clamping: page))
            case .gif: formwright_vips_gifload_buffer(start, bytes.count, $0)
            }
        }
    }
}

extension SourcePicture.Header {
    init(_ image: VipsImageHandle, _ type: PictureType, frames: Int) throws(VipsError) {
        let isCMYK = image.interpretation == VIPS_INTERPRETATION_CMYK
        let colours = isCMYK ? 4 : image.bands < 3 ? 1 : 3
        guard image.isUncoded, [VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT].contains(image.format),
            (colours...colours + 1).contains(image.bands)
        else { throw .unsupported }
        let moves = type == .webp || type == .gif
        self.init(
            type: type, width: image.width, height: image.height,
            orientation: (1...8).contains(image.orientation) ? image.orientation : 1,
            frames: moves ? max(1, image.pages) : frames, pages: moves ? 1 : max(1, image.pages), bands: image.bands,
            hasAlpha: image.bands > colours,
            hasProfile: image.has("icc-profile-data"), isCMYK: isCMYK,
            taken: image.text("exif-ifd2-DateTimeOriginal").flatMap(Self.date))
    }

    /// Returns the date of an EXIF field such as `2026:01:31 09:30:00`, or `nil`.
    ///
    /// Cameras with an unset clock write malformed dates.
    static func date(_ text: String) -> String? {
        guard let match = text.prefixMatch(of: /(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), let hour = Int(match.4),
            let minute = Int(match.5), let second = Int(match.6), hour < 24, minute < 60, second <= 60,
            DateComponents(calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day).isValidDate,
            year > 0
        else { return nil }
        return "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)"
    }
}
