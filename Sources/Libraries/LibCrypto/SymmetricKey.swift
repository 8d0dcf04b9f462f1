import CCrypto
package import Foundation

/// Secret bytes such as a key, overwritten when the last copy is released.
package struct SymmetricKey: Sendable, Equatable, ContiguousBytes {
    /// The number of random bits of a new key.
    package enum Size: Int {
        case bits128 = 128
        case bits256 = 256
    }

    /// The bytes.
    ///
    /// Unchecked sharing is safe: only the initialiser writes the bytes.
    private final class Storage: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer

        init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
            bytes = .allocate(byteCount: count, alignment: 1)
            do {
                try fill(bytes)
            } catch {
                OPENSSL_cleanse(bytes.baseAddress, count)
                bytes.deallocate()
                throw error
            }
        }

        deinit {
            OPENSSL_cleanse(bytes.baseAddress, bytes.count)
            bytes.deallocate()
        }
    }

    private let storage: Storage

    /// Creates a random key.
    package init(size: Size) {
        // Without randomness, no secret of this process would be secret.
        storage = Storage(count: size.rawValue / 8) { bytes in
            guard RAND_bytes(bytes.bindMemory(to: UInt8.self).baseAddress, Int32(bytes.count)) == 1 else {
                fatalError("libcrypto: RAND_bytes")
            }
        }
    }

    /// Creates a key from bytes.
    package init(data: some ContiguousBytes) {
        storage = data.withUnsafeBytes { source in
            Storage(count: source.count) { $0.copyMemory(from: source) }
        }
    }

    /// Creates a key with a number of bytes written by a function.
    init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        storage = try Storage(count: count, fill)
    }

    /// Calls a function with the bytes.
    package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(storage.bytes))
    }

    /// Compares keys in constant time.
    package static func == (a: SymmetricKey, b: SymmetricKey) -> Bool {
        let (a, b) = (a.storage.bytes, b.storage.bytes)
        return a.count == b.count && CRYPTO_memcmp(a.baseAddress, b.baseAddress, a.count) == 0
    }
}
