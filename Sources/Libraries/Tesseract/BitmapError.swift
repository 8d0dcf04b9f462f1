/// Why an image could not be read.
package struct BitmapError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Leptonica is not installed.
        case libraryMissing
        /// Not JPEG, PNG or TIFF.
        case unknownFormat
        /// The image data end early or are inconsistent.
        case damaged
        /// The image is intact, but of a kind that Leptonica cannot read, such as one with floating-point samples.
        case unsupported
        case noSuchPage
        case outOfMemory
    }

    package var code: Code
    package var detail: String

    package var description: String { "leptonica: \(code.rawValue): \(detail)" }
}
