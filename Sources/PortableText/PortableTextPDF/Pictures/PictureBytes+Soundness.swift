public import PortableText
import Typesetting
import Vips

extension PictureSource {
    /// The source with a check of each picture.
    ///
    /// Damaged pictures count as not available, and a JPEG that only lenient programs read is encoded again.
    public var checked: PictureSource { checking { $0.sound() } }
}

extension PictureBytes {
    /// The quality of a re-encoded JPEG.
    private static let quality = 90

    /// Returns a sound picture: re-encoded if only lenient decoders read it, nil if unreadable.
    ///
    /// PDF files and pages contain JPEGs unchanged: viewers would omit a damaged one, or reject the page.
    func sound() -> PictureBytes? {
        switch mediaType {
        case "image/png": PictureFile(data).isReadable ? self : nil
        case "image/jpeg": soundJPEG()
        default: hasAllFrames ? self : nil
        }
    }

    /// Returns the picture for a PDF; nil if it cannot be decoded.
    ///
    /// The first frame of GIF and WebP is converted, and a JPEG in CMYK if the PDF is for archives.
    func drawable(isArchival: Bool) -> PictureBytes? {
        guard mediaType != "image/png", mediaType != "image/jpeg" || isArchival else { return self }
        do throws(VipsError) {
            let source = try SourcePicture(data, limits: PictureLimits(frames: .max), types: [.jpeg, .gif, .webp])
            if mediaType == "image/jpeg", !source.header.isCMYK { return self }
            let raster = try source.raster(longerSide: max(source.header.width, source.header.height))
            // Few colours are smaller and sharper without loss.
            let isPhoto = mediaType == "image/gif" ? false : try raster.isOpaque()
            return PictureBytes(
                isPhoto ? try raster.jpeg(quality: Self.quality, isSubsampled: false) : try raster.png())
        } catch {
            return nil
        }
    }

    private var hasAllFrames: Bool {
        do throws(VipsError) {
            let limits = PictureLimits(frames: .max)
            return try SourcePicture(data, limits: limits, types: [.gif, .webp]).hasAllFrames()
        } catch {
            // Pictures that are too large are left to the browser.
            return error != .damaged && error != .unknownType
        }
    }

    private func soundJPEG() -> PictureBytes? {
        do throws(VipsError) {
            let source = try SourcePicture(data)
            if try source.isFlawlessJPEG() { return self }
            let longer = max(source.header.width, source.header.height)
            return PictureBytes(try source.raster(longerSide: longer).jpeg(quality: Self.quality, isSubsampled: true))
        } catch {
            // Pictures that are too large, or cannot be checked, are left to the typesetter.
            return error == .damaged || error == .unknownType ? nil : self
        }
    }
}
