import Foundation

/// Decodes small text files in the encodings of common editors.
enum TextBytes {
    /// Returns the text: UTF-8, UTF-16 with a byte order mark, or else Latin-1.
    ///
    /// Latin-1 assigns a character to every byte.
    static func text(_ data: Data) -> String {
        if data.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: data.dropFirst(3), as: UTF8.self) }
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]),
            let text = String(data: data, encoding: .utf16)
        {
            return text
        }
        return String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1) ?? ""
    }
}
