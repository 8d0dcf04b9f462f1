package import CAssets

/// Text files embedded in the program by C's `#embed`.
///
/// Swift takes a minute for as many bytes.
package enum EmbeddedFiles {
    /// Returns the files of a list by name.
    package static func named(_ list: UnsafePointer<asset>?) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        guard var entry = list else { return files }
        while let name = entry.pointee.name, let text = entry.pointee.text {
            files[String(cString: name)] = String(cString: text).utf8.map { $0 }
            entry += 1
        }
        return files
    }
}
