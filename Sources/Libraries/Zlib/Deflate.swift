import CZlib

/// Compresses bytes for PDF's `FlateDecode` (RFC 1950).
package enum Deflate {
    /// How much work is done for a smaller size.
    package enum Effort: Int32, Sendable {
        /// zlib's default.
        case usual = 6
        /// A bitmap takes six times as long as by default, to be 4 % smaller.
        case most = 9
    }

    /// Returns the compressed bytes; `nil` for lack of memory.
    package static func compressed(_ bytes: [UInt8], effort: Effort = .most) -> [UInt8]? {
        var length = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(length))
        let status = output.withUnsafeMutableBufferPointer { output in
            bytes.withUnsafeBufferPointer { bytes in
                compress2(output.baseAddress, &length, bytes.baseAddress, uLong(bytes.count), effort.rawValue)
            }
        }
        guard status == Z_OK else { return nil }
        output.removeLast(output.count - Int(length))
        return output
    }
}
