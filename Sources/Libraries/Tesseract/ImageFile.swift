import CLeptonica
package import Foundation
package import PictureHeaders

/// An image file of one or more pages, read from memory by Leptonica.
package struct ImageFile: Sendable {
    package enum Format: String, Sendable {
        case jpeg, png, tiff
    }

    /// The header of a page, available before its pixels are decoded.
    package struct Header: Sendable, Hashable {
        package var width: Int
        package var height: Int
    }

    package let format: Format
    package let data: Data

    /// Detects the format from the first bytes; `nil` if it is unknown.
    package init?(data: Data) {
        guard let format = Self.format(of: data) else { return nil }
        self.format = format
        self.data = data
    }

    /// Detects the format from the signature at the start of the file.
    package static func format(of data: Data) -> Format? {
        if data.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if data.starts(with: [0x49, 0x49, 0x2A, 0x00]) || data.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
        return nil
    }

    /// Returns the number of pages of a TIFF (`tiffGetCount`); 1 for other formats.
    package func pageCount() throws(BitmapError) -> Int {
        guard format == .tiff else { return 1 }
        try Bitmap.checkLibrary()
        var count: Int32 = 0
        let failed = data.withUnsafeBytes { raw in
            let stream = fmemopen(UnsafeMutableRawPointer(mutating: raw.baseAddress), raw.count, "rb")
            guard let stream else { return true }
            defer { fclose(stream) }
            return formwright_tiffGetCount(stream, &count) != 0
        }
        guard !failed, count > 0 else { throw BitmapError(code: .damaged, detail: "no pages can be found") }
        return Int(count)
    }

    /// Reads a page's dimensions from its header, to check limits before allocating memory.
    ///
    /// - Throws: `BitmapError`: `.damaged` also for a TIFF that ends within the page, `.unsupported` for one with
    ///   unreadable samples.
    package func header(ofPage page: Int) throws(BitmapError) -> Header {
        if format == .tiff { try checkDirectory(ofPage: page) }
        try Bitmap.checkLibrary()
        var (width, height): (Int32, Int32) = (0, 0)
        let failed = data.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self).baseAddress
            if format == .tiff {
                return formwright_readHeaderMemTiff(
                    bytes, raw.count, Int32(page), &width, &height, nil, nil, nil, nil, nil) != 0
            }
            return formwright_pixReadHeaderMem(bytes, raw.count, nil, &width, &height, nil, nil, nil) != 0
        }
        guard !failed, width > 0, height > 0 else {
            throw BitmapError(code: .damaged, detail: "page \(page + 1) has no readable header")
        }
        return Header(width: Int(width), height: Int(height))
    }

    private func checkDirectory(ofPage page: Int) throws(BitmapError) {
        let found = data.withUnsafeBytes { raw in
            TIFFDirectory(page: page, of: raw).map { ($0.hasReadableSamples, $0.isWhole) }
        }
        guard let (isReadable, isWhole) = found, isWhole else {
            throw BitmapError(code: .damaged, detail: "page \(page + 1) ends too early")
        }
        guard isReadable else {
            throw BitmapError(
                code: .unsupported, detail: "page \(page + 1) has samples of more than 16 bits or with fractions")
        }
    }

    /// The header of a PNG or JPEG.
    package var pictureHeader: PictureHeader? { format == .tiff ? nil : PictureHeader(data) }

    /// Decodes a page with a TIFF's orientation applied, but not an EXIF one.
    package func bitmap(ofPage page: Int) throws(BitmapError) -> Bitmap {
        try Bitmap.checkLibrary()
        let pix = data.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self).baseAddress
            return format == .tiff
                ? formwright_pixReadMemTiff(bytes, raw.count, Int32(page)) : formwright_pixReadMem(bytes, raw.count)
        }
        guard let pix else { throw BitmapError(code: .damaged, detail: "page \(page + 1) cannot be decoded") }
        return Bitmap(owning: pix)
    }

    /// Keeps Leptonica from writing to standard error.
    ///
    /// Called once before the first image is read.
    package static func silenceLibrary() {
        guard formwright_has_leptonica() != 0 else { return }
        formwright_setMsgSeverity(Int32(L_SEVERITY_NONE))
    }
}

extension Bitmap {
    /// Returns opaque pixels from the top row, as red, green and blue bytes.
    package func rgb() throws(BitmapError) -> [UInt8] {
        let pix32 = try Self.take { formwright_pixConvertTo32(pointer) }
        let width = pix32.width
        let height = pix32.height
        let wordsPerLine = Int(formwright_pixGetWpl(pix32.pointer))
        guard let data = formwright_pixGetData(pix32.pointer) else {
            throw BitmapError(code: .outOfMemory, detail: "\(width) x \(height) pixels")
        }
        let isOpaque = formwright_pixGetSpp(pix32.pointer) < 4
        return [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
            for y in 0..<height {
                for x in 0..<width {
                    // Leptonica's 32-bit pixel has red in the highest byte, then green, blue, alpha.
                    let p = data[y * wordsPerLine + x]
                    let i = (y * width + x) * 3
                    let alpha = isOpaque ? 255 : p & 255
                    func onWhite(_ shift: UInt32) -> UInt8 {
                        UInt8(((p >> shift & 255) * alpha + 255 * (255 - alpha)) / 255)
                    }
                    buffer[i] = onWhite(24)
                    buffer[i + 1] = onWhite(16)
                    buffer[i + 2] = onWhite(8)
                }
            }
            count = width * height * 3
        }
    }
}
