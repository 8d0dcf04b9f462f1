import FailureModel
import Vips

extension Failure {
    /// Converts the failure of reading a picture.
    init(_ error: VipsError, limits: PictureLimits) {
        self =
            switch error {
            case .libraryMissing:
                Failure(.internalError, "libvips is not installed.", hint: "Install the package libvips42.")
            case .unknownType:
                Failure(.unsupportedType, "The picture is not a JPEG, PNG, WebP, HEIC or TIFF file.")
            case .unsupported:
                Failure(
                    .unsupportedType,
                    "The picture is not made of 8 or 16 bits a sample in gray, red, green and blue, or CMYK.")
            case .damaged: Failure(.damagedPicture, "The picture is truncated or damaged.")
            case .tooLarge(let width, let height):
                Failure(
                    .pictureTooLarge,
                    "The picture has \(width) x \(height) pixels; the limit is \(limits.side) on a side and "
                        + "\(limits.pixels / 1_000_000) million in total.")
            case .animated(let frames): Failure(.animatedPicture, "The picture is animated: it has \(frames) frames.")
            case .tooManyPages(let pages):
                Failure(.animatedPicture, "The file holds \(pages) pictures; the limit is \(limits.pages).")
            case .outOfMemory: Failure(.outOfMemory, "There is not enough memory to read the picture.")
            }
    }
}
