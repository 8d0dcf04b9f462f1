import Files
package import Foundation
import LibCrypto
package import QPDF
import Zlib

/// A stream about a whole PDF, to which the trailer refers.
///
/// It has the length of the file and a digest of what was written with the mark, so that later changes by other programs
/// are noticed.
package struct FileMark: Sendable {
    /// The key of the trailer, and the type of the stream.
    package static let key = PDFFile.markKey
    /// The key of the file's length, to which ``lengthBase`` is added.
    package static let lengthKey = "/FileLength"
    /// The key of the embedded original.
    package static let originalKey = "/Original"
    /// The key of the digest, a name of hexadecimal digits.
    static let digestKey = "/Digest"
    /// The key of the place where the digested bytes begin, plus ``lengthBase``.
    static let startKey = "/Start"
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

    /// The digits of a digest that is not known yet.
    static let noDigest = String(repeating: "0", count: 64)

    /// Returns the digits of the digest of some bytes.
    static func digest(of parts: [some DataProtocol]) -> String {
        var hash = SHA256()
        for part in parts { hash.update(data: part) }
        return Hexadecimal.text(hash.finalize())
    }

    /// Returns whether the bytes that a mark covers are as they were written.
    ///
    /// That of an older version has no digest.
    package static func isIntact(_ mark: PDFObject, in data: Data) -> Bool {
        guard let name = mark[digestKey].name, let start = mark[startKey].integer.map({ $0 - lengthBase }) else {
            return true
        }
        let digest = name.drop { $0 == "/" }
        guard (0..<data.count).contains(start),
            let entry = data.range(of: Data("\(digestKey) /\(digest)".utf8), options: .backwards),
            entry.upperBound - digest.utf8.count >= data.startIndex + start
        else { return false }
        let slot = entry.upperBound - digest.utf8.count
        return Self.digest(
            of: [data[(data.startIndex + start)..<slot], Data(noDigest.utf8), data[entry.upperBound...]]) == digest
    }
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
        stream.set(FileMark.digestKey, newName(FileMark.noDigest))
        stream.set(FileMark.startKey, newInteger(FileMark.lengthBase))
        stream.set(FileMark.originalKey, embedded)
        var data = try written(markedBy: stream)
        let entry = Data("\(FileMark.lengthKey) \(FileMark.lengthBase)".utf8)
        if let found = data.range(of: entry, options: .backwards) {
            data.replaceSubrange(
                found, with: Data("\(FileMark.lengthKey) \(FileMark.digits(data.count))".utf8))
        }
        let slot = Data("\(FileMark.digestKey) /\(FileMark.noDigest)".utf8)
        if let found = data.range(of: slot, options: .backwards) {
            data.replaceSubrange(found, with: Data("\(FileMark.digestKey) /\(FileMark.digest(of: [data]))".utf8))
        }
        return data
    }
}
