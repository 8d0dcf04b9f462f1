/// The end of a PDF.
///
/// It has the offset of the last cross-reference section, and the trailer's entries.
package struct PDFTail {
    /// The offset of the cross-reference section.
    package var start: Int
    /// Whether that section is a stream rather than a table.
    package var isStream: Bool
    package var root: Int?
    package var info: Int?
    /// One more than the highest object number.
    package var size: Int
    /// The file identifiers in their syntax, if any.
    package var id: String?

    /// The number of last bytes in a file that must name the last section.
    static let nearness = 1_024

    /// Finds the offset of the last section and the word `startxref` in front of it.
    static func section(_ bytes: UnsafeBufferPointer<UInt8>) -> (start: Int, word: Range<Int>)? {
        guard let word = bytes[max(0, bytes.count - nearness)...].lastRange(of: "startxref") else { return nil }
        var tokens = PDFTokens(bytes, word.upperBound..<bytes.count)
        return tokens.nextInteger().map { ($0, word) }
    }

    /// Parses the end of a file; `nil` if it is malformed.
    ///
    /// - Parameters:
    ///   - bytes: the file, or its last part.
    ///   - place: the offset of the bytes in the file.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>, from place: Int = 0) {
        guard let (start, word) = Self.section(bytes), start >= place, start - place < word.lowerBound else {
            return nil
        }
        self.start = start
        let section = start - place..<word.lowerBound
        isStream = bytes[section.lowerBound...].first { ![9, 10, 13, 32].contains($0) } != UInt8(ascii: "x")
        var tokens = PDFTokens(bytes, section)
        if isStream {
            for _ in 0..<3 { _ = tokens.next() }
        } else {
            // The first one counts: a linearised file has its last section at the start, followed by others.
            guard let trailer = bytes[section].firstRange(of: "trailer") else { return nil }
            tokens = PDFTokens(bytes, trailer.upperBound..<section.upperBound)
        }
        guard let entries = tokens.dictionary(), let size = entries["/Size"].flatMap(tokens.integer) else { return nil }
        self.size = size
        func reference(_ key: String) -> Int? {
            guard let range = entries[key] else { return nil }
            var tokens = PDFTokens(bytes, range)
            return tokens.nextInteger()
        }
        root = reference("/Root")
        info = reference("/Info")
        id = entries["/ID"].map { tokens.text($0) }
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    func firstRange(of word: StaticString) -> Range<Int>? {
        let length = word.utf8CodeUnitCount
        var place = startIndex
        while place + length <= endIndex {
            if word.withUTF8Buffer({ $0.elementsEqual(self[place..<place + length]) }) { return place..<place + length }
            place += 1
        }
        return nil
    }

    /// Returns the range of the last occurrence of a word.
    package func lastRange(of word: StaticString) -> Range<Int>? {
        let length = word.utf8CodeUnitCount
        var place = endIndex - length
        while place >= startIndex {
            if word.withUTF8Buffer({ $0.elementsEqual(self[place..<place + length]) }) { return place..<place + length }
            place -= 1
        }
        return nil
    }
}
