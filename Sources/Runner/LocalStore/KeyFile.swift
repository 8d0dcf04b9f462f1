package import LibCrypto
package import FailureModel
import Files
package import Foundation
import Pipeline

/// A key in a file that only its user can read.
package enum KeyFile {
    /// Reads the key, or creates it; blocks.
    ///
    /// A file that is unreadable or not a key is left unchanged, since another key would invalidate everything signed
    /// with this one.
    ///
    /// - Parameter file: 32 bytes; replacing them invalidates everything signed with the key.
    /// - Returns: a key of 256 bits.
    /// - Throws: `Failure` if the file cannot be read or written.
    package static func key(in file: URL) throws(Failure) -> SymmetricKey {
        if let bytes = try bytes(of: file) {
            guard bytes.count == byteCount else { throw unusable(file, "it does not have \(byteCount) bytes") }
            return SymmetricKey(data: bytes)
        }
        let key = SymmetricKey(size: .bits256)
        try write(key, to: file)
        return key
    }

    /// Writes a key, unless the file exists; blocks.
    ///
    /// - Throws: `Failure` if the file cannot be read or written.
    static func write(_ key: SymmetricKey, toNew file: URL) throws(Failure) {
        if try bytes(of: file) == nil { try write(key, to: file) }
    }

    private static func write(_ key: SymmetricKey, to file: URL) throws(Failure) {
        let output = try GrowingFile(at: file, isPrivate: true)
        try output.append(key.withUnsafeBytes { Data($0) })
        try output.finish()
    }

    static let byteCount = 32

    /// Returns the content of a file; nil if it does not exist.
    static func bytes(of file: URL) throws(Failure) -> Data? {
        do throws(SystemCallError) {
            let descriptor = try FileDescriptor.open(file.path, O_RDONLY)
            return try descriptor.closeAfter { () throws(SystemCallError) in
                try descriptor.readRegularFile(limit: 1 << 10)
            }
        } catch {
            if error.number == ENOENT { return nil }
            throw unusable(file, error.reason)
        }
    }

    /// Throws if every user of the machine can read a file.
    static func checkPrivacy(of file: URL) throws(Failure) {
        var status = stat()
        guard stat(file.path, &status) == 0, status.st_mode & 0o007 != 0 else { return }
        throw Failure(
            .storeUnavailable, "The key \(file.path) cannot be used: every user of this machine has access to it.",
            hint: "Take the access away: chmod o= \(file.path). If others may have read it, replace it.")
    }

    static func unusable(_ file: URL, _ reason: String) -> Failure {
        Failure(
            .storeUnavailable, "The key \(file.path) cannot be used: \(reason).",
            hint: "Restore the file, or remove it: then links and tokens that were given out end.")
    }
}
