import CCrypto
package import Foundation

/// Derives keys from passwords with scrypt (RFC 7914, `EVP_PBE_scrypt`).
package enum Scrypt {
    /// The parameters are invalid for scrypt, or exceed the available memory.
    package struct ParameterError: Error {}

    /// Derives a key.
    ///
    /// This blocks, and takes 128 · N · r bytes of memory.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - salt: The salt.
    ///   - count: The number of bytes to derive.
    ///   - rounds: N, a power of two.
    ///   - blockSize: r.
    ///   - parallelism: p.
    /// - Returns: The key.
    /// - Throws: ``ParameterError``.
    package static func key(
        from password: some ContiguousBytes, salt: some ContiguousBytes, count: Int, rounds: Int, blockSize: Int,
        parallelism: Int
    ) throws -> SymmetricKey {
        // The limits keep the following product within 63 bits.
        guard (2...1 << 30).contains(rounds), (1...1 << 10).contains(blockSize), (1...1 << 10).contains(parallelism)
        else { throw ParameterError() }
        // libcrypto's own limit of 32 MB is below the recommendation of OWASP.
        let memory = 128 * (rounds + 4 * parallelism + 2) * blockSize
        return try SymmetricKey(count: count) { key in
            let status = password.withUnsafeBytes { password in
                salt.withUnsafeBytes { salt in
                    EVP_PBE_scrypt(
                        password.bindMemory(to: CChar.self).baseAddress, password.count,
                        salt.bindMemory(to: UInt8.self).baseAddress, salt.count, UInt64(rounds), UInt64(blockSize),
                        UInt64(parallelism), UInt64(memory), key.bindMemory(to: UInt8.self).baseAddress, key.count)
                }
            }
            guard status == 1 else { throw ParameterError() }
        }
    }
}
