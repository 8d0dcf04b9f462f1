import CExif
import CLeptonica
package import Foundation

/// An image file of one or more pages, read from memory by Leptonica.
package struct ImageFile: Sendable {
    package enum Format: String, Sendable {
        case jpeg, png, tiff
    }

    /// What the file says about one of its pages, available before the pixels are decoded.
    package struct Header: Sendable, Hashable {
        package var width: Int
        package var height: Int
    }

    package let format: Format
    package let data: Data

    /// Recognises the format by the file's first bytes; `nil` if it is none of these.
    package init?(data: Data) {
        guard let format = Self.format(of: data) else { return nil }
        self.format = format
        self.data = data
    }

    /// Recognises the format by its signature at the start of the file.
    package static func format(of data: Data) -> Format? {
        if data.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if data.starts(with: [0x49, 0x49, 0x2A, 0x00]) || data.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
        return nil
    }

    /// The number of pages of a TIFF (`tiffGetCount`); 1 for the other formats.
    package func pageCount() throws(BitmapError) -> Int {
        guard format == .tiff else { return 1 }
        var count: Int32 = 0
        let failed = data.withUnsafeBytes { raw in
            let stream = fmemopen(UnsafeMutableRawPointer(mutating: raw.baseAddress), raw.count, "rb")
            guard let stream else { return true }
            defer { fclose(stream) }
            return tiffGetCount(stream, &count) != 0
        }
        guard !failed, count > 0 else { throw BitmapError(code: .damaged, detail: "no pages can be found") }
        return Int(count)
    }

    /// Reads a page's dimensions from its header alone, so that limits can be checked before memory is allocated.
    ///
    /// - Throws: `BitmapError`: `.damaged` also for a TIFF that ends before the page does, `.unsupported` for one with
    ///   samples that cannot be read.
    package func header(ofPage page: Int) throws(BitmapError) -> Header {
        if format == .tiff { try checkDirectory(ofPage: page) }
        var (width, height): (Int32, Int32) = (0, 0)
        let failed = data.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self).baseAddress
            if format == .tiff {
                return readHeaderMemTiff(
                    bytes, raw.count, Int32(page), &width, &height, nil, nil, nil, nil, nil) != 0
            }
            return pixReadHeaderMem(bytes, raw.count, nil, &width, &height, nil, nil, nil) != 0
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

    /// Whether 0 means full ink in this JPEG: Adobe's programs write CMYK this way and mark the file with an APP14
    /// segment.
    package var hasInvertedInks: Bool {
        guard format == .jpeg else { return false }
        var isAdobe = false
        var rest = data.dropFirst(2)
        // Marker, length and content of each segment in turn, up to the frame's header.
        while rest.count >= 10, rest[rest.startIndex] == 0xFF {
            let marker = rest[rest.startIndex + 1]
            // Markers may be padded.
            guard marker != 0xFF else {
                rest = rest.dropFirst()
                continue
            }
            let length = Int(rest[rest.startIndex + 2]) << 8 | Int(rest[rest.startIndex + 3])
            switch marker {
            case 0xEE: isAdobe = isAdobe || rest.dropFirst(4).starts(with: Data("Adobe".utf8))
            case 0xC4, 0xC8, 0xCC: break
            // SOF: precision, height, width, then the number of components.
            case 0xC0...0xCF: return isAdobe && rest[rest.startIndex + 9] == 4
            case 0xDA: return false
            default: break
            }
            rest = rest.dropFirst(2 + max(2, length))
        }
        return false
    }

    /// Decodes a page as it is stored; a TIFF's orientation is applied, an EXIF one is not.
    package func bitmap(ofPage page: Int) throws(BitmapError) -> Bitmap {
        let pix = data.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self).baseAddress
            return format == .tiff ? pixReadMemTiff(bytes, raw.count, Int32(page)) : pixReadMem(bytes, raw.count)
        }
        guard let pix else { throw BitmapError(code: .damaged, detail: "page \(page + 1) cannot be decoded") }
        return Bitmap(owning: pix)
    }

    /// How the camera was held according to the EXIF data (`EXIF_TAG_ORIENTATION`); upright if they do not say.
    package var orientation: Orientation {
        guard format == .jpeg else { return .upright }
        let value = data.withUnsafeBytes { raw -> UInt16? in
            let exif = exif_data_new_from_data(
                raw.bindMemory(to: UInt8.self).baseAddress, UInt32(clamping: raw.count))
            guard let exif else { return nil }
            defer { exif_data_unref(exif) }
            let entry = exif_content_get_entry(exif.pointee.ifd.0, EXIF_TAG_ORIENTATION)
            guard let entry, entry.pointee.size >= 2, let bytes = entry.pointee.data else { return nil }
            return exif_get_short(bytes, exif_data_get_byte_order(exif))
        }
        return value.flatMap { Orientation(rawValue: Int($0)) } ?? .upright
    }

    /// The eight values of EXIF's orientation tag: how the stored image must be transformed to be upright.
    package enum Orientation: Int, Sendable {
        case upright = 1
        case mirrored = 2
        case turned180 = 3
        case mirroredTurned180 = 4
        case mirroredTurned270 = 5
        case turned90 = 6
        case mirroredTurned90 = 7
        case turned270 = 8

        /// Whether width and height are exchanged.
        package var swapsSides: Bool { rawValue >= 5 }
    }

    /// Keeps Leptonica from writing to standard error; called once before the first image is read.
    package static func silenceLibrary() {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
    }
}

extension Bitmap {
    /// A copy of opaque pixels: rows from the top, red, green and blue bytes.
    package func rgb() throws(BitmapError) -> [UInt8] {
        let pix32 = try Self.take { pixConvertTo32(pointer) }
        let width = pix32.width
        let height = pix32.height
        let wordsPerLine = Int(pixGetWpl(pix32.pointer))
        guard let data = pixGetData(pix32.pointer) else {
            throw BitmapError(code: .outOfMemory, detail: "\(width) x \(height) pixels")
        }
        return [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
            for y in 0..<height {
                for x in 0..<width {
                    // Leptonica's 32-bit pixel is red in the highest byte, then green, blue, alpha.
                    let p = data[y * wordsPerLine + x]
                    let i = (y * width + x) * 3
                    buffer[i] = UInt8(truncatingIfNeeded: p >> 24)
                    buffer[i + 1] = UInt8(truncatingIfNeeded: p >> 16)
                    buffer[i + 2] = UInt8(truncatingIfNeeded: p >> 8)
                }
            }
            count = width * height * 3
        }
    }
}
