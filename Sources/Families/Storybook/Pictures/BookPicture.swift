package import FailureModel
package import Foundation

/// A picture, read when its page is set.
package struct BookPicture: Sendable {
    private let bytes: @Sendable () throws(Failure) -> Data

    /// Creates a picture with a function that reads its bytes.
    ///
    /// They are those of a PNG or JPEG without metadata.
    package init(reading bytes: @escaping @Sendable () throws(Failure) -> Data) {
        self.bytes = bytes
    }

    /// Creates a picture from its bytes.
    package init(_ bytes: Data) {
        self.bytes = { () throws(Failure) in bytes }
    }

    /// Returns the bytes.
    ///
    /// This blocks.
    package func read() throws(Failure) -> Data { try bytes() }
}
