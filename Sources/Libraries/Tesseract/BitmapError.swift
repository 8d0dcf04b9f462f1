/// The failure of reading an image.
package struct BitmapError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Leptonica is not installed.
        case libraryMissing
        /// The file is not a JPEG, PNG or TIFF.
        case unknownFormat
        /// The image data end early or are inconsistent.
        case damaged
        /// The image is intact, but unsupported by Leptonica, such as floating-point samples.
        case unsupported
        case noSuchPage
        case outOfMemory
    }

    package var code: Code
    package var detail: String

    package var description: String { "leptonica: \(code.rawValue): \(detail)" }
}
