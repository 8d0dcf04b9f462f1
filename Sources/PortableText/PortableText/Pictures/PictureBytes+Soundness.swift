import Typesetting
import Vips

extension PictureBytes {
    /// The quality of a re-encoded JPEG.
    private static let quality = 90

    /// The picture, re-encoded if only lenient decoders read it; nil if it cannot be read.
    ///
    /// A PDF and a page have JPEGs as they are: viewers would show nothing of a damaged one, or refuse the page.
    func sound() -> PictureBytes? {
        switch mediaType {
        case "image/png": PictureFile(data).isReadable ? self : nil
        case "image/jpeg": soundJPEG()
        default: hasAllFrames ? self : nil
        }
    }

    private var hasAllFrames: Bool {
        do throws(VipsError) {
            let limits = PictureLimits(frames: .max)
            return try SourcePicture(data, limits: limits, types: [.gif, .webp]).hasAllFrames()
        } catch {
            // What is too large is for the browser to judge.
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
            // What is too large, or cannot be checked, is for the typesetter to judge.
            return error == .damaged || error == .unknownType ? nil : self
        }
    }
}
