/// Why a picture could not be read.
public struct BitmapError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable {
        /// Not JPEG, PNG or TIFF.
        case unknownFormat
        /// The picture's data ends early or contradicts itself.
        case damaged
        /// The picture is whole, but of a kind that Leptonica cannot read, such as samples with fractions.
        case unsupported
        case noSuchPage
        case outOfMemory
    }

    public var code: Code
    public var detail: String

    public var description: String { "leptonica: \(code.rawValue): \(detail)" }
}
