package import FailureModel
import FormModel
package import Foundation
import Zlib

extension PagePrint {
    /// The version of the encoding, which changes with what is found on a page.
    package static let version: UInt8 = 1
    private static let magic: [UInt8] = Array("FWPP".utf8)
    /// Maximum number of bytes of an encoded print, and of its content.
    package static let mostBytes = 4_000_000

    /// The print as bytes, with a checksum.
    package func encoded() throws(Failure) -> Data {
        var content = ByteWriter()
        content.append(UInt8(isScan ? 1 : 0))
        content.append(UInt8(straightening.turns & 3))
        for number in [
            size.width, size.height, straightening.size.width, straightening.size.height, straightening.skew,
        ] {
            content.append(number.bitPattern)
        }
        content.append(ink.scale.bitPattern)
        content.append(UInt32(ink.width))
        content.append(UInt32(ink.height))
        for y in 0..<ink.height {
            for byte in 0..<(ink.width + 7) / 8 {
                content.append(
                    UInt8(truncatingIfNeeded: ink.words[y * ink.stride + byte >> 3] >> UInt64((byte & 7) * 8)))
            }
        }
        content.append(UInt32(marks.count))
        for mark in marks {
            content.append(mark.kind.rawValue)
            for value in [mark.left, mark.top, mark.right, mark.bottom] { content.append(UInt16(value)) }
        }
        content.append(UInt32(words.count))
        for word in words {
            let text = Array(word.text.utf8)
            content.append(UInt8(text.count))
            content.bytes += text
            for value in [word.region.x, word.region.y, word.region.width, word.region.height] {
                content.append(Float(value).bitPattern)
            }
        }
        guard content.bytes.count <= Self.mostBytes, let packed = Deflate.compressed(content.bytes, effort: .usual)
        else {
            throw Failure(.inputTooLarge, "A page has too much print to be kept.")
        }
        var file = ByteWriter()
        file.bytes = Self.magic + [Self.version]
        file.append(UInt32(content.bytes.count))
        return Data(file.bytes + packed)
    }

    /// Reads what ``encoded()`` wrote.
    ///
    /// - Throws: `Failure` for damaged bytes and for those of another version.
    package init(encoded data: Data) throws(Failure) {
        let damaged = Failure(.damagedDocument, "The stored print of a page is damaged.")
        let bytes = [UInt8](data)
        let head = Self.magic.count + 5
        guard bytes.count > head, bytes.count <= Self.mostBytes, Array(bytes.prefix(4)) == Self.magic else {
            throw damaged
        }
        guard bytes[4] == Self.version else {
            throw Failure(.damagedDocument, "The stored print of a page is of another version of this program.")
        }
        var lengths = ByteReader(bytes: Array(bytes[5..<head]))
        guard let length: UInt32 = lengths.next(), Int(length) <= Self.mostBytes,
            let content = Inflate.decompressed(Array(bytes[head...]), size: Int(length)),
            let print = Self.decoded(content)
        else { throw damaged }
        self = print
    }

    private static func decoded(_ content: [UInt8]) -> PagePrint? {
        var reader = ByteReader(bytes: content)
        guard let kind: UInt8 = reader.next(), kind <= 1, let turns: UInt8 = reader.next(), turns <= 3 else {
            return nil
        }
        var numbers: [Double] = []
        for _ in 0..<6 {
            guard let bits: UInt64 = reader.next() else { return nil }
            numbers.append(Double(bitPattern: bits))
        }
        guard let width: UInt32 = reader.next(), let height: UInt32 = reader.next(),
            InkPicture.isSize(width: Int(width), height: Int(height))
        else { return nil }
        var ink = InkPicture(width: Int(width), height: Int(height), scale: numbers[5])
        for y in 0..<ink.height {
            for byte in 0..<(ink.width + 7) / 8 {
                guard let value: UInt8 = reader.next() else { return nil }
                ink.words[y * ink.stride + byte >> 3] |= UInt64(value) << UInt64((byte & 7) * 8)
            }
        }
        ink.clearMargin()
        guard let markCount: UInt32 = reader.next(), markCount <= MarkFinder.mostMarks else { return nil }
        var marks: [PrintMark] = []
        for _ in 0..<markCount {
            guard let raw: UInt8 = reader.next(), let kind = PrintMark.Kind(rawValue: raw),
                let left: UInt16 = reader.next(),
                let top: UInt16 = reader.next(), let right: UInt16 = reader.next(), let bottom: UInt16 = reader.next()
            else { return nil }
            marks.append(
                PrintMark(kind: kind, left: Int(left), top: Int(top), right: Int(right), bottom: Int(bottom)))
        }
        guard let wordCount: UInt32 = reader.next(), wordCount <= PrintedWord.mostWords else { return nil }
        var words: [PrintedWord] = []
        for _ in 0..<wordCount {
            guard let count: UInt8 = reader.next(), count <= PrintedWord.mostBytes, let text = reader.text(Int(count))
            else { return nil }
            var region: [Double] = []
            for _ in 0..<4 {
                guard let bits: UInt32 = reader.next() else { return nil }
                region.append(Double(Float(bitPattern: bits)))
            }
            words.append(
                PrintedWord(text: text, region: Region(x: region[0], y: region[1], width: region[2], height: region[3]))
            )
        }
        guard reader.isAtEnd else { return nil }
        let print = PagePrint(
            size: PageSize(width: numbers[0], height: numbers[1]),
            straightening: Straightening(
                size: PageSize(width: numbers[2], height: numbers[3]), turns: Int(turns), skew: numbers[4]),
            isScan: kind == 1, ink: ink, marks: marks, words: words)
        return print.isWellFormed ? print : nil
    }
}

/// Writes numbers, lowest byte first.
struct ByteWriter {
    var bytes: [UInt8] = []

    mutating func append<T: FixedWidthInteger>(_ value: T) {
        for k in 0..<T.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> T(k * 8))) }
    }
}

/// Reads numbers, lowest byte first; nil at the end.
struct ByteReader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func next<T: FixedWidthInteger>() -> T? {
        let count = T.bitWidth / 8
        guard bytes.count - position >= count else { return nil }
        var value: T = 0
        for k in 0..<count { value |= T(truncatingIfNeeded: bytes[position + k]) << T(k * 8) }
        position += count
        return value
    }

    mutating func text(_ count: Int) -> String? {
        guard bytes.count - position >= count else { return nil }
        defer { position += count }
        return String(validating: bytes[position..<position + count], as: UTF8.self)
    }
}
