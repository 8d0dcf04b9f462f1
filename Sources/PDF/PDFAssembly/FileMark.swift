package import Foundation
package import QPDF
import Zlib

/// A stream about a whole PDF, to which the trailer refers.
///
/// It has the length of the file, so that later updates by other programs are noticed.
package struct FileMark: Sendable {
    /// The key of the trailer, and the type of the stream.
    package static let key = PDFFile.markKey
    /// The key of the file's length, to which ``lengthBase`` is added.
    package static let lengthKey = "/FileLength"
    /// The key of the embedded original.
    package static let originalKey = "/Original"
    /// What is added to the length, so that it always has ten digits.
    package static let lengthBase = 1_000_000_000

    /// The compressed content.
    let data: [UInt8]
    /// The size of the content in bytes.
    let size: Int

    /// Creates a mark; nil for lack of memory.
    package init?(_ content: Data) {
        guard let data = Deflate.compressed(Array(content)) else { return nil }
        self.data = data
        size = content.count
    }

    static func digits(_ length: Int) -> String { "\(lengthBase + length)" }
}

extension PDFFile {
    /// Returns the file as currently changed, with a mark that also embeds the original.
    ///
    /// It is for documents that nothing can be appended to, or whose former values must not stay.
    ///
    /// - Parameters:
    ///   - mark: the mark.
    ///   - original: the bytes of the blank document.
    /// - Returns: the bytes of the file.
    /// - Throws: `QPDFError` if the file cannot be written.
    package func written(_ mark: FileMark, embedding original: Data) throws(QPDFError) -> Data {
        guard let packed = FileMark(original) else { throw QPDFError(code: .system, detail: "out of memory") }
        let embedded = newStream(packed.data, filter: "FlateDecode")
        embedded.set("/Size", newInteger(packed.size))
        let stream = newStream(mark.data, filter: "FlateDecode")
        stream.set("/Type", newName(String(FileMark.key.dropFirst())))
        stream.set("/Size", newInteger(mark.size))
        stream.set(FileMark.lengthKey, newInteger(FileMark.lengthBase))
        stream.set(FileMark.originalKey, embedded)
        var data = try written(markedBy: stream)
        let entry = Data("\(FileMark.lengthKey) \(FileMark.lengthBase)".utf8)
        if let found = data.range(of: entry, options: .backwards) {
            data.replaceSubrange(
                found, with: Data("\(FileMark.lengthKey) \(FileMark.digits(data.count))".utf8))
        }
        return data
    }
}
