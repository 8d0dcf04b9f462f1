import FailureModel
import Cairo
import FormModel
import Foundation
import Tesseract

/// A picture of a signature, checked before it is decoded.
enum SignaturePicture {
    private static let largestSide = 4_096

    static func picture(_ data: Data, field: Field) throws(Failure) -> Picture {
        ImageFile.silenceLibrary()
        do {
            guard let file = ImageFile(data: data), file.format == .png else {
                throw Failure(
                    .badSignatureImage, "The signature for \(field.title) is not a PNG picture.",
                    at: .field(field.name))
            }
            let header = try file.header(ofPage: 0)
            guard max(header.width, header.height) <= largestSide else {
                throw Failure(
                    .badSignatureImage,
                    "The signature for \(field.title) is larger than \(largestSide) pixels on a side.",
                    at: .field(field.name))
            }
            return try Picture(png: data)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(
                .badSignatureImage, "The signature for \(field.title) cannot be decoded.",
                at: .field(field.name), underlying: "\(error)")
        }
    }

    /// Returns the largest region with the picture's proportions that fits the area, at its left and bottom edges.
    static func region(of picture: Picture, in area: Region) -> Region {
        let factor = min(area.width / Double(picture.width), area.height / Double(picture.height))
        let height = Double(picture.height) * factor
        return Region(x: area.x, y: area.bottom - height, width: Double(picture.width) * factor, height: height)
    }
}
