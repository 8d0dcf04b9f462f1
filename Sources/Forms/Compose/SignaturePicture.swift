import FailureModel
import Cairo
import FormModel
import Foundation
import PictureHeaders

/// A picture of a signature, checked before it is decoded.
struct SignaturePicture {
    private let picture: Picture
    private let header: PictureHeader

    /// The greatest width and height in pixels.
    private static let largestSide = 4_096

    /// Reads a PNG or JPEG.
    ///
    /// - Throws: `bad_signature_image`.
    init(_ data: Data, field: Field) throws(Failure) {
        func refusal(_ what: String, underlying: String? = nil) -> Failure {
            Failure(
                .badSignatureImage, "The signature for \(field.title) \(what).", at: .field(field.name),
                underlying: underlying)
        }
        guard let header = PictureHeader(data) else { throw refusal("is not a PNG or JPEG picture") }
        guard max(header.width, header.height) <= Self.largestSide else {
            throw refusal("is larger than \(Self.largestSide) pixels on a side")
        }
        // Readers disagree about the colours of the former.
        guard !header.hasInvertedInks, !header.isCutShort else { throw refusal("cannot be decoded") }
        do {
            picture =
                switch header.format {
                case .png: try Picture(png: data)
                case .jpeg: try Picture(jpeg: data, width: header.width, height: header.height)
                }
        } catch {
            throw refusal("cannot be decoded", underlying: "\(error)")
        }
        self.header = header
    }

    /// Draws the picture as large as it fits an area, at its left and bottom edges.
    func draw(in area: Region, on context: DrawingContext) {
        let isTurned = header.orientation.swapsSides
        let (width, height) = isTurned ? (picture.height, picture.width) : (picture.width, picture.height)
        let factor = min(area.width / Double(width), area.height / Double(height))
        let shown = Region(
            x: area.x, y: area.bottom - Double(height) * factor, width: Double(width) * factor,
            height: Double(height) * factor)
        context.saved {
            // The paper of a JPEG must not cover the line; a PNG has its own transparency.
            if header.format == .jpeg { context.multiplies() }
            context.draw(picture, in: shown, orientation: header.orientation)
        }
    }
}
