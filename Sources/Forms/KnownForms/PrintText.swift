package import FailureModel
import FormModel
import Foundation
import Zlib

/// A page's print as text for a file that is shared; `docs/use/template-packs.md` describes it.
package struct PrintText: Sendable, Hashable, Codable {
    /// The version of the format.
    private let format: Int
    /// The size of the straightened page in points.
    private let size: PageSize
    /// The size that the straightening starts from, in points.
    private let displayed: PageSize
    private let turns: Int
    private let skew: Double
    private let isScan: Bool
    /// Pixels of the ink per point.
    private let scale: Double
    private let columns: Int
    private let rows: Int
    /// The pixels of a portable bitmap (PBM, P4), compressed by zlib, in Base64.
    private let ink: [String]
    /// The marks: a letter for the kind, then the bounds in pixels.
    private let marks: [String]
    /// The words: the place in points, then the text.
    private let words: [String]

    private enum CodingKeys: String, CodingKey {
        case format, size, displayed, turns, skew, scale, columns, rows, ink, marks, words
        case isScan = "scan"
    }

    private static let lineLength = 76
    private static let format = 1

    /// Creates the text of a print.
    ///
    /// - Throws: `Failure`: `input_too_large` if there is not enough memory.
    package init(_ print: PagePrint) throws(Failure) {
        guard let packed = Deflate.compressed(print.ink.bitmap) else {
            throw Failure(.inputTooLarge, "A page has too much print to be kept.")
        }
        format = Self.format
        size = print.size
        displayed = print.straightening.size
        turns = print.straightening.turns
        skew = print.straightening.skew
        isScan = print.isScan
        scale = print.ink.scale
        columns = print.ink.width
        rows = print.ink.height
        ink = Data(packed).base64EncodedString().split(every: Self.lineLength)
        marks = print.marks.map { "\($0.kind.letter) \($0.left) \($0.top) \($0.right) \($0.bottom)" }
        words = print.words.map { word in
            let place = [word.region.x, word.region.y, word.region.width, word.region.height]
            return place.map { "\(Float($0))" }.joined(separator: " ") + " " + word.text
        }
    }

    /// The print, which is not trusted.
    ///
    /// - Throws: `Failure`: `damaged_document`.
    package var print: PagePrint {
        get throws(Failure) {
            guard format == Self.format else {
                throw Failure(.damagedDocument, "The print of a page is of a later version of this program.")
            }
            guard let print = unchecked, print.isWellFormed else {
                throw Failure(.damagedDocument, "The print of a page is damaged.")
            }
            return print
        }
    }

    private var unchecked: PagePrint? {
        guard InkPicture.isSize(width: columns, height: rows), let packed = Data(base64Encoded: ink.joined()),
            let bitmap = Inflate.decompressed(Array(packed), size: (columns + 7) / 8 * rows),
            let ink = InkPicture(bitmap: bitmap, width: columns, height: rows, scale: scale)
        else { return nil }
        let marks = marks.compactMap { PrintMark(text: $0) }
        let words = words.compactMap { PrintedWord(text: $0) }
        guard marks.count == self.marks.count, words.count == self.words.count else { return nil }
        return PagePrint(
            size: size, straightening: Straightening(size: displayed, turns: turns, skew: skew), isScan: isScan,
            ink: ink, marks: marks, words: words)
    }
}

extension PrintMark.Kind {
    fileprivate var letter: Character {
        switch self {
        case .blob: "b"
        case .horizontal: "h"
        case .vertical: "v"
        }
    }

    fileprivate init?(letter: Substring) {
        switch letter {
        case "b": self = .blob
        case "h": self = .horizontal
        case "v": self = .vertical
        default: return nil
        }
    }
}

extension PrintMark {
    fileprivate init?(text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let bounds = parts.dropFirst().compactMap { UInt16($0) }.map(Int.init)
        guard parts.count == 5, bounds.count == 4, let kind = Kind(letter: parts[0]) else { return nil }
        self.init(kind: kind, left: bounds[0], top: bounds[1], right: bounds[2], bottom: bounds[3])
    }
}

extension PrintedWord {
    fileprivate init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        let place = parts.prefix(4).compactMap { Float($0) }.map(Double.init)
        guard parts.count == 5, place.count == 4 else { return nil }
        self.init(
            text: String(parts[4]), region: Region(x: place[0], y: place[1], width: place[2], height: place[3]))
    }
}

extension InkPicture {
    /// The pixels in rows of whole bytes, the first in the highest bit.
    fileprivate var bitmap: [UInt8] {
        let byteCount = (width + 7) / 8
        return [UInt8](unsafeUninitializedCapacity: byteCount * height) { bytes, count in
            for y in 0..<height {
                for byte in 0..<byteCount {
                    let pixels = words[y * stride + byte >> 3] >> UInt64((byte & 7) * 8)
                    bytes[y * byteCount + byte] = UInt8(truncatingIfNeeded: pixels).reversedBits
                }
            }
            count = byteCount * height
        }
    }

    /// Reads what ``bitmap`` has; nil for another number of bytes.
    fileprivate init?(bitmap: [UInt8], width: Int, height: Int, scale: Double) {
        let byteCount = (width + 7) / 8
        guard bitmap.count == byteCount * height else { return nil }
        self.init(width: width, height: height, scale: scale)
        for y in 0..<height {
            for byte in 0..<byteCount {
                let pixels = UInt64(bitmap[y * byteCount + byte].reversedBits)
                words[y * stride + byte >> 3] |= pixels << UInt64((byte & 7) * 8)
            }
        }
        clearMargin()
    }
}

extension UInt8 {
    fileprivate var reversedBits: UInt8 {
        let halves = self >> 4 | self << 4
        let pairs = (halves & 0xcc) >> 2 | (halves & 0x33) << 2
        return (pairs & 0xaa) >> 1 | (pairs & 0x55) << 1
    }
}

extension String {
    /// Splits text of one byte per character.
    fileprivate func split(every length: Int) -> [String] {
        var rest = self[...]
        var lines: [String] = []
        while !rest.isEmpty {
            lines.append(String(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return lines
    }
}
