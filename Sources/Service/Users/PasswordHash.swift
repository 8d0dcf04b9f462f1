import LibCrypto
import Foundation

/// The stored form of a password.
///
/// It has a key derived by scrypt, its salt and the parameters.
///
/// The text form is a PHC string: `$scrypt$ln=17,r=8,p=1$SALT$KEY`, with salt and key in Base64 without padding.
package struct PasswordHash {
    /// The work and memory per guess: 128 · 2^logRounds · blockSize bytes.
    package struct Cost: Hashable, Sendable {
        /// The base-2 logarithm of scrypt's N.
        package let logRounds: Int
        /// scrypt's r.
        package let blockSize: Int
        /// scrypt's p.
        package let parallelism: Int

        /// Creates a cost.
        package init(logRounds: Int, blockSize: Int, parallelism: Int) {
            self.logRounds = logRounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// The cost that OWASP advises for scrypt: 128 MiB.
        package static let standard = Cost(logRounds: 17, blockSize: 8, parallelism: 1)
    }

    /// The cost of deriving the key.
    package let cost: Cost
    private let salt: Data
    private let key: SymmetricKey

    /// Derives the key with a new salt.
    ///
    /// Blocks for a third of a second at the standard cost.
    package init(of password: Password, cost: Cost) throws {
        self.cost = cost
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        key = try Self.key(of: password, salt, cost)
    }

    /// Parses the stored text; nil if this type did not write it.
    package init?(text: String) {
        guard let match = text.wholeMatch(of: /\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([^$]+)\$([^$]+)/),
            let logRounds = Int(match.1), let blockSize = Int(match.2), let parallelism = Int(match.3),
            Self.logRounds.contains(logRounds), Self.blockSizes.contains(blockSize),
            Self.parallelisms.contains(parallelism), let salt = Self.data(match.4), let key = Self.data(match.5),
            key.count == Self.keySize
        else { return nil }
        cost = Cost(logRounds: logRounds, blockSize: blockSize, parallelism: parallelism)
        self.salt = salt
        self.key = SymmetricKey(data: key)
    }

    /// The text to store.
    package var text: String {
        let key = key.withUnsafeBytes { Data($0) }
        return
            "$scrypt$ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism)$\(Self.text(salt))$\(Self.text(key))"
    }

    /// Returns whether this is the hash of a password, in constant time.
    ///
    /// Blocks as long as ``init(of:cost:)``.
    package func matches(_ password: Password) throws -> Bool {
        // Comparing keys takes constant time.
        try Self.key(of: password, salt, cost) == key
    }

    private static let keySize = 32

    // Bounds for a stored hash, up to 1 GiB and some seconds, since a store may come from a foreign backup.
    private static let logRounds = 1...20
    private static let blockSizes = 1...8
    private static let parallelisms = 1...4

    private static func key(of password: Password, _ salt: Data, _ cost: Cost) throws -> SymmetricKey {
        try Scrypt.key(
            from: password.bytes, salt: salt, count: keySize, rounds: 1 << cost.logRounds, blockSize: cost.blockSize,
            parallelism: cost.parallelism)
    }

    private static func text(_ data: Data) -> String { data.base64EncodedString().replacing("=", with: "") }

    private static func data(_ text: Substring) -> Data? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }
}
