import CQPDF
import Foundation

extension PDFFile {
    /// The maximum length of a script in Unicode scalars.
    package static let longestScript = 65_536
    /// The maximum length of an encoded script stream in bytes.
    ///
    /// Longer streams are not decoded.
    private static let longestStream = 65_536

    /// Returns the text of a script, a text string or stream (ISO 32000-1, 7.9.3).
    ///
    /// - Returns: The script. A longer one is cut just beyond ``longestScript``.
    func script(_ object: PDFObject) -> String {
        if let identity = object.identity, let known = scripts[identity] { return known }
        let whole = object.text ?? streamText(object)
        let script = String(whole.unicodeScalars.prefix(Self.longestScript + 1))
        if let identity = object.identity { scripts[identity] = script }
        return script
    }

    private func streamText(_ stream: PDFObject) -> String {
        guard let raw = try? stream.rawStreamData(), raw.count <= Self.longestStream, let data = stream.streamData
        else { return String(repeating: " ", count: Self.longestScript) + "…" }
        return data.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            return PDFObject(self, qpdf_oh_new_binary_string(handle, start, bytes.count)).text ?? ""
        }
    }
}
