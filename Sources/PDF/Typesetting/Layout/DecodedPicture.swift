import Cairo
import LibCrypto
package import Geometry
import Foundation
import PictureHeaders

/// A decoded picture with its orientation.
struct DecodedPicture {
    let picture: Picture
    let orientation: PictureOrientation
    /// Whether its colours are four inks (CMYK).
    let hasInks: Bool
    /// Whether 0 means full ink in its JPEG, to be declared by ``PDFWriter``.
    let hasInvertedInks: Bool

    /// The number of columns when upright.
    var width: Int { orientation.swapsSides ? picture.height : picture.width }
    /// The number of rows when upright.
    var height: Int { orientation.swapsSides ? picture.width : picture.height }
}

extension PictureFile {
    /// Decodes the picture.
    func decoded(maximumPixels: Int) -> Result<DecodedPicture, Unusable> {
        guard let header = PictureHeader(bytes), !header.isCutShort else { return .failure(.unreadable) }
        guard header.width <= Self.longestSide, header.height <= Self.longestSide,
            header.width * header.height <= maximumPixels
        else { return .failure(.tooLarge) }
        do throws(CairoError) {
            let picture =
                switch header.format {
                case .png: try Picture(png: bytes)
                case .jpeg: try Picture(jpeg: bytes, width: header.width, height: header.height)
                }
            try picture.setName(Data(SHA256.hash(data: bytes)))
            return .success(
                DecodedPicture(
                    picture: picture, orientation: header.orientation, hasInks: header.hasInks,
                    hasInvertedInks: header.hasInvertedInks))
        } catch {
            return .failure(.unreadable)
        }
    }

    /// Whether the picture can be decoded, or is only too large.
    ///
    /// Of a JPEG, only the header is read.
    package var isReadable: Bool {
        guard case .failure(.unreadable) = decoded(maximumPixels: TypesettingOptions().maximumPixels) else {
            return true
        }
        return false
    }

    /// The upright size in points at ``Figure/pixelsPerInch``; `nil` if it cannot be drawn.
    package var naturalSize: PageSize? {
        guard let header = PictureHeader(bytes) else { return nil }
        let scale = 72 / Figure.pixelsPerInch
        let (width, height) = (Double(header.width) * scale, Double(header.height) * scale)
        return header.orientation.swapsSides
            ? PageSize(width: height, height: width) : PageSize(width: width, height: height)
    }

    /// The reason why a picture is not drawn.
    enum Unusable: Error {
        case unreadable, tooLarge

        func warning(alternativeText: String?) -> TypesettingWarning.Kind {
            switch self {
            case .unreadable: .unreadablePicture(alternativeText: alternativeText)
            case .tooLarge: .pictureTooLarge(alternativeText: alternativeText)
            }
        }
    }

    /// The maximum side of a cairo surface.
    private static let longestSide = 32_767
}
