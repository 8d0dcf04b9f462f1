import CZlib

/// Compresses bytes for PDF's `FlateDecode` (RFC 1950).
package enum Deflate {
    /// Returns the compressed bytes; `nil` for lack of memory.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var length = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(length))
        let status = output.withUnsafeMutableBufferPointer { output in
            bytes.withUnsafeBufferPointer { bytes in
                compress2(output.baseAddress, &length, bytes.baseAddress, uLong(bytes.count), Z_BEST_COMPRESSION)
            }
        }
        guard status == Z_OK else { return nil }
        output.removeLast(output.count - Int(length))
        return output
    }
}
