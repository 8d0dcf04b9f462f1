import FormImport
import FailureModel
import Cairo
import FormModel
import Foundation
import PictureHeaders

/// A picture for a field, such as a signature, checked before it is decoded.
struct FieldPicture {
    private let picture: Picture
    private let header: PictureHeader

    /// Maximum width and height in pixels.
    private static let largestSide = 4_096

    /// Decodes a PNG or JPEG.
    ///
    /// - Throws: `bad_signature_image`.
    init(_ data: Data, field: Field) throws(Failure) {
        func refusal(_ what: String, underlying: String? = nil) -> Failure {
            Failure(
                .badSignatureImage,
                "The \(field.type == .signature ? "signature" : "picture") for \(field.title) \(what).",
                at: .field(field.name),
                underlying: underlying)
        }
        guard let header = PictureHeader(data) else { throw refusal("is not a PNG or JPEG picture") }
        guard max(header.width, header.height) <= Self.largestSide else {
            throw refusal("is larger than \(Self.largestSide) pixels on a side")
        }
        // Programs disagree about the colours of inverted inks.
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

    /// Draws a signature as large as fits, on its line and where text would begin.
    ///
    /// - Parameters:
    ///   - field: the area of the field.
    ///   - line: the line to stand on, if the field has one above its bottom.
    ///   - context: the page.
    func drawSignature(in field: Region, on line: Double?, _ context: DrawingContext) {
        var area = field.insetBy(dx: min(Self.margin, field.width / 8), dy: 0)
        if let line, line > field.midY, line < field.bottom { area.height = line - area.y }
        let size = size(in: area)
        let shown = Region(x: area.x, y: area.bottom - size.height, width: size.width, height: size.height)
        context.saved {
            // Multiplied like ink: the white paper of a picture must not cover the signature line.
            context.multiplies()
            context.draw(picture, in: shown, orientation: header.orientation)
        }
    }

    /// Draws a photo as large as fits an area, in its middle.
    func drawPhoto(in area: Region, on context: DrawingContext) {
        let area = area.insetBy(dx: Self.frame, dy: Self.frame)
        let size = size(in: area)
        let shown = Region(
            x: area.midX - size.width / 2, y: area.midY - size.height / 2, width: size.width, height: size.height)
        context.saved { context.draw(picture, in: shown, orientation: header.orientation) }
    }

    /// The space on either side of a signature in points, as beside text.
    private static let margin = 2.0

    /// The margin around a photo in points.
    private static let frame = 1.0

    /// Returns the displayed size at which the picture fits an area.
    private func size(in area: Region) -> PageSize {
        let isTurned = header.orientation.swapsSides
        let (width, height) = isTurned ? (picture.height, picture.width) : (picture.width, picture.height)
        let factor = min(area.width / Double(width), area.height / Double(height))
        return PageSize(width: Double(width) * factor, height: Double(height) * factor)
    }
}
