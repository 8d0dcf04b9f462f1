import FailureModel
import Files
import Foundation
import LibCrypto
import Pipeline

/// A file with all keys of a store on a server.
///
/// Every machine of the store has it.
///
/// ```
/// links 3b0c…   # 64 hexadecimal digits
/// tokens 9f86…
/// ```
enum KeyRing {
    /// Reads the keys; `nil` if the file does not exist.
    ///
    /// - Throws: `store_unavailable` if the file cannot be read, lacks a key, or is not private.
    static func keys(in file: URL) throws(Failure) -> [StoreKey: SymmetricKey]? {
        guard let bytes = try KeyFile.bytes(of: file) else { return nil }
        try KeyFile.checkPrivacy(of: file)
        var keys: [StoreKey: SymmetricKey] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split(separator: " ")
            if words.isEmpty { continue }
            guard words.count == 2, let key = StoreKey(name: String(words[0])),
                let bytes = Hexadecimal.bytes(String(words[1])), bytes.count == KeyFile.byteCount
            else { throw KeyFile.unusable(file, "a line is not a name and 64 hexadecimal digits") }
            keys[key] = SymmetricKey(data: bytes)
        }
        if let missing = StoreKey.allCases.first(where: { keys[$0] == nil }) {
            throw KeyFile.unusable(file, "it has no key “\(missing.name)”")
        }
        return keys
    }

    /// Writes keys into a new file that only its user can read.
    static func write(_ keys: [StoreKey: SymmetricKey], to file: URL) throws(Failure) {
        var text = "# The keys of a store's services. Every machine of the store has this file.\n"
        for key in StoreKey.allCases {
            guard let value = keys[key] else { continue }
            text += "\(key.name) \(value.withUnsafeBytes { Hexadecimal.text($0) })\n"
        }
        let output = try GrowingFile(at: file, isPrivate: true)
        try output.append(Data(text.utf8))
        try output.finish()
    }
}
