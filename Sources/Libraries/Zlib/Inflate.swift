import CZlib

/// Decompresses bytes of PDF's `FlateDecode` (RFC 1950).
package enum Inflate {
    /// Returns the decompressed bytes.
    ///
    /// - Parameters:
    ///   - bytes: the compressed bytes.
    ///   - size: the number of decompressed bytes.
    /// - Returns: `nil` for damaged bytes or another size.
    package static func decompressed(_ bytes: [UInt8], size: Int) -> [UInt8]? {
        guard size >= 0 else { return nil }
        // One byte more shows whether there would be more.
        var output = [UInt8](repeating: 0, count: size + 1)
        var length = uLong(output.count)
        let status = output.withUnsafeMutableBufferPointer { output in
            bytes.withUnsafeBufferPointer { bytes in
                uncompress(output.baseAddress, &length, bytes.baseAddress, uLong(bytes.count))
            }
        }
        guard status == Z_OK, length == size else { return nil }
        output.removeLast()
        return output
    }
}
