import Cairo
package import FailureModel
import FormImport
package import FormModel
package import Foundation
import PictureHeaders

/// Pictures that a client sends as values or keeps as a signature.
package enum PictureValue {
    /// Maximum size in bytes of a picture as a value.
    package static let sizeLimit = 4 << 20
    /// Maximum size in bytes of a kept signature.
    package static let signatureLimit = 256 << 10
    /// Maximum width and height in pixels of a kept signature.
    private static let signatureSide = 2_048

    /// Checks a picture and returns it as the value of a field.
    ///
    /// It is decoded, so that a damaged one is refused at once instead of when the form is filled.
    ///
    /// - Parameters:
    ///   - data: the bytes of a PNG or JPEG file.
    ///   - field: the field, which messages name.
    /// - Returns: the picture.
    /// - Throws: `bad_signature_image`, `input_too_large`.
    package static func value(_ data: Data, for field: Field) throws(Failure) -> FieldValue {
        guard data.count <= sizeLimit else {
            throw Failure(
                .inputTooLarge, "The picture for \(field.title) is larger than the limit of \(sizeLimit >> 20) MB.")
        }
        _ = try FieldPicture(data, field: field)
        return .picture(data)
    }

    /// Checks a signature to be kept.
    ///
    /// - Parameter png: the bytes of a PNG file.
    /// - Throws: `bad_signature_image`, `input_too_large`.
    package static func checkSignature(_ png: Data) throws(Failure) {
        guard png.count <= signatureLimit else {
            throw Failure(
                .inputTooLarge, "The signature is larger than the limit of \(signatureLimit >> 10) KB.")
        }
        guard let header = PictureHeader(png), header.format == .png else {
            throw Failure(.badSignatureImage, "The signature is not a PNG picture.")
        }
        guard max(header.width, header.height) <= signatureSide else {
            throw Failure(
                .badSignatureImage, "The signature is larger than \(signatureSide) pixels on a side.")
        }
        do {
            _ = try Picture(png: png)
        } catch {
            throw Failure(.badSignatureImage, "The signature cannot be decoded.", underlying: "\(error)")
        }
    }
}
