/// Why a picture could not be read.
package struct BitmapError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Not JPEG, PNG or TIFF.
        case unknownFormat
        /// The picture's data ends early or contradicts itself.
        case damaged
        /// The picture is whole, but of a kind that Leptonica cannot read, such as samples with fractions.
        case unsupported
        case noSuchPage
        case outOfMemory
    }

    package var code: Code
    package var detail: String

    package var description: String { "leptonica: \(code.rawValue): \(detail)" }
}
