import CQPDF
import Foundation

extension PDFFile {
    /// The most bytes of a script that are read.
    package static let longestScript = 65_536
    /// The most bytes of a script that are decoded: none as long as that becomes smaller.
    private static let longestStream = 65_536

    /// The text of a script, which is a text string or a stream that holds one (ISO 32000-1, 7.9.3).
    ///
    /// - Returns: the script; of one that is too long a beginning longer than ``longestScript``.
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
