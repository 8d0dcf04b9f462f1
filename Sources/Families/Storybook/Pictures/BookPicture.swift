package import FailureModel
package import Foundation

/// The bytes of a picture, read when its page is set.
package struct BookPicture: Sendable {
    private let bytes: @Sendable () throws(Failure) -> Data

    /// Creates a picture whose bytes, those of a PNG or JPEG without metadata, a function reads.
    package init(reading bytes: @escaping @Sendable () throws(Failure) -> Data) {
        self.bytes = bytes
    }

    /// Creates a picture from its bytes.
    package init(_ bytes: Data) {
        self.bytes = { () throws(Failure) in bytes }
    }

    /// Returns the bytes; blocks.
    package func read() throws(Failure) -> Data { try bytes() }
}
