import CCrypto

/// The state of a hash function (`EVP_MD_CTX`), copied on write.
///
/// libcrypto fails here only for lack of memory, which ends the program as everywhere in Swift.
///
/// Unchecked sharing is safe: a context with two owners is only copied, never written.
struct HashState: @unchecked Sendable {
    private final class Context {
        let pointer: OpaquePointer

        init() {
            guard let pointer = EVP_MD_CTX_new() else { fatalError("libcrypto: EVP_MD_CTX_new") }
            self.pointer = pointer
        }

        deinit { EVP_MD_CTX_free(pointer) }
    }

    private var context = Context()

    init(_ algorithm: OpaquePointer?) {
        Self.check(EVP_DigestInit_ex(context.pointer, algorithm, nil))
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&context) {
            let copy = Context()
            Self.check(EVP_MD_CTX_copy_ex(copy.pointer, context.pointer))
            context = copy
        }
        Self.check(EVP_DigestUpdate(context.pointer, bytes.baseAddress, bytes.count))
    }

    /// Returns the digest of the bytes so far; more can be added.
    func digest() -> Digest {
        let copy = Context()
        Self.check(EVP_MD_CTX_copy_ex(copy.pointer, context.pointer))
        var count: UInt32 = 0
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        Self.check(EVP_DigestFinal_ex(copy.pointer, &bytes, &count))
        return Digest(Array(bytes.prefix(Int(count))))
    }

    private static func check(_ status: Int32) {
        if status != 1 { fatalError("libcrypto: a hash cannot be computed") }
    }
}
