import CCrypto
import Foundation

/// Bytes in memory that functions of libcrypto read or write (`BIO_s_mem`).
struct MemoryBIO: ~Copyable {
    let pointer: OpaquePointer?

    init() { pointer = BIO_new(BIO_s_mem()) }

    init(_ bytes: Data) {
        self.init()
        _ = bytes.withUnsafeBytes { BIO_write(pointer, $0.baseAddress, Int32(clamping: $0.count)) }
    }

    deinit { BIO_free(pointer) }

    /// What was written.
    var bytes: Data {
        var bytes = Data()
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = BIO_read(pointer, &piece, Int32(piece.count))
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: piece.prefix(Int(count)))
        }
    }
}
