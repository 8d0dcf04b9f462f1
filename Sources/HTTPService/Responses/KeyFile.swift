package import Crypto
import Files
package import Foundation

/// A key in a file that only its user can read.
package enum KeyFile {
    /// Opens the key, or creates it, which blocks.
    ///
    /// - Parameter file: 32 bytes; replacing them invalidates whatever was signed with the key.
    /// - Returns: a key of 256 bits.
    /// - Throws: `Failure` if the file cannot be read or written.
    package static func key(in file: URL) throws -> SymmetricKey {
        if let data = try? Data(contentsOf: file), data.count == 32 { return SymmetricKey(data: data) }
        let key = SymmetricKey(size: .bits256)
        try OutputFile.write(key.withUnsafeBytes { Data($0) }, to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        return key
    }
}
