import Foundation

/// Blanks the name and version that FFmpeg's encoder of AAC writes into the padding of its first frame.
struct EncoderMarks {
    private static let mark = Data("Lavc".utf8)
    /// The length of what may follow the mark: a version such as `59.37.100`.
    private static let longest = 16

    /// The end of the last piece, in which a mark may begin.
    private var rest = Data()

    /// Takes a piece of a file; returns what comes out: bytes without marks, some of them with the next piece.
    mutating func cleaned(_ piece: Data) -> Data {
        var bytes = rest + piece
        blank(&bytes)
        let kept = min(bytes.count, Self.mark.count + Self.longest)
        rest = Data(bytes.suffix(kept))
        return Data(bytes.dropLast(kept))
    }

    /// Returns the last bytes.
    mutating func end() -> Data {
        defer { rest = Data() }
        blank(&rest)
        return rest
    }

    private func blank(_ bytes: inout Data) {
        var start = bytes.startIndex
        while let found = bytes.range(of: Self.mark, in: start..<bytes.endIndex) {
            var end = found.upperBound
            while end < bytes.endIndex, end - found.upperBound < Self.longest,
                bytes[end] == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end])
            { end += 1 }
            // Coded sound may look like the mark, but not with a version behind it.
            if end - found.upperBound >= 3, bytes[found.upperBound..<end].contains(UInt8(ascii: ".")) {
                bytes.replaceSubrange(found.lowerBound..<end, with: repeatElement(0, count: end - found.lowerBound))
            }
            start = end
        }
    }
}
