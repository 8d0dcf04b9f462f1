import FailureModel
import FormImport
import Portfolio
import Rsvg
import Vips

extension Failure {
    /// Converts the failure of reading a picture.
    init(_ error: VipsError, limits: PictureLimits) {
        self =
            switch error {
            case .libraryMissing: Self.withoutVips
            case .unknownType: Failure(.unsupportedType, "The picture is of a type that is not read.")
            case .unsupported:
                Failure(
                    .unsupportedType,
                    "The picture is not made of 8 or 16 bits a sample in gray, red, green and blue, or CMYK.")
            case .damaged: Failure(.damagedDocument, "The picture is truncated or damaged.")
            case .tooLarge(let width, let height):
                Failure(
                    .pictureTooLarge,
                    "The picture has \(width) x \(height) pixels; the limit is \(limits.pixels / 1_000_000) million.")
            case .animated(let frames): Failure(.tooManyPages, "The picture has \(frames) frames.")
            case .tooManyPages(let pages):
                Failure(.tooManyPages, "The file holds \(pages) pictures; the limit is \(limits.pages).")
            case .outOfMemory: Failure(.outOfMemory, "There is not enough memory to read the picture.")
            }
    }

    /// The failure of loading libvips, with the missing dependency such as librsvg.
    private static var withoutVips: Failure {
        switch VipsLibrary.missingDependency {
        case nil: Failure(.toolMissing, "libvips is not installed: the package libvips42.")
        case "librsvg-2.so.2": Failure(RsvgError.libraryMissing)
        case .some(let name):
            Failure(.toolMissing, "The library \(name), which libvips needs, is missing or broken.")
        }
    }

    /// Converts the failure of reading a drawing.
    init(_ error: RsvgError) {
        self =
            switch error {
            case .libraryMissing:
                Failure(.toolMissing, "librsvg is not installed, or is broken: the package librsvg2-2.")
            case .damaged: Failure(.damagedDocument, "The SVG is truncated or damaged.")
            case .tooComplex: Failure(.damagedDocument, "The SVG contradicts itself, or has too many parts to draw.")
            case .outOfMemory: Failure(.outOfMemory, "There is not enough memory to draw the SVG.")
            }
    }
}
