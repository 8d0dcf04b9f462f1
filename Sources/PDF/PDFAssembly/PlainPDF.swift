import Foundation
import QPDF

/// A PDF in plain syntax, such as cairo writes (up to PDF 1.4): one cross-reference table, no object streams.
///
/// Its objects can be copied to another file by renumbering them, without parsing them into trees.
struct PlainPDF {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The range of each object, from its number to what follows it; `nil` for free numbers.
    private let objects: [Range<Int>?]
    /// The object numbers of the pages, in order.
    private let pages: [Int]
    /// Objects that are used only by the file itself.
    private var skipped: Set<Int> = []

    /// Reads a file; `nil` if the bytes are not such a file.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        guard let tail = PDFTail(bytes), !tail.isStream,
            let objects = Self.objects(bytes, table: tail.start)
        else { return nil }
        self.objects = objects
        guard let root = tail.root, let catalogue = Self.dictionary(root, objects, bytes)?["/Pages"],
            let tree = Self.reference(catalogue, bytes),
            let kids = Self.dictionary(tree, objects, bytes)?["/Kids"]
        else { return nil }
        pages = Self.references(kids, bytes)
        skipped = Set(pages + [root, tree] + [tail.info].compactMap(\.self))
        // The structure of cairo's own document: that of the overlay is part of the document that it is drawn on.
        let structure = Self.dictionary(root, objects, bytes)?["/StructTreeRoot"].flatMap { Self.reference($0, bytes) }
        var waiting = [structure].compactMap(\.self)
        while let number = waiting.popLast() {
            guard skipped.insert(number).inserted, objects.indices.contains(number), let range = objects[number],
                let body = Self.body(range, bytes)
            else { continue }
            waiting += Self.references(body, bytes)
        }
    }

    var pageCount: Int { pages.count }

    /// The stream object that draws a page, and the range of its resources; `nil` for a page with another structure.
    func drawing(ofPage index: Int) -> (content: Int, resources: Range<Int>)? {
        guard let page = Self.dictionary(pages[index], objects, bytes), let contents = page["/Contents"],
            let content = Self.reference(contents, bytes), let resources = page["/Resources"]
        else { return nil }
        return (content, resources)
    }

    /// The numbers of all objects except those that make up the file and its pages.
    var numbers: [Int] { objects.indices.filter { objects[$0] != nil && !skipped.contains($0) } }

    var numberLimit: Int { objects.count }

    /// Writes an object's body, from after `obj` up to and including `endobj`, with renumbered references.
    ///
    /// `entries` are inserted before a dictionary's own.
    ///
    /// - Returns: false if the object is not structured as expected.
    func write(_ number: Int, renumbered numbers: [Int], adding entries: [UInt8] = [], to out: inout [UInt8]) -> Bool {
        guard let range = objects[number], let body = Self.body(range, bytes) else { return false }
        return Self.copy(body, bytes, renumbered: numbers, adding: entries, to: &out)
    }

    /// Writes a value with renumbered references.
    func write(_ value: Range<Int>, renumbered numbers: [Int], to out: inout [UInt8]) -> Bool {
        Self.copy(value, bytes, renumbered: numbers, adding: [], to: &out)
    }

    private static func copy(
        _ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, renumbered numbers: [Int], adding entries: [UInt8],
        to out: inout [UInt8]
    ) -> Bool {
        var tokens = PDFTokens(bytes, range)
        // Everything before this has been copied; what follows may be a reference.
        var copied = range.lowerBound
        var earlier: PDFTokens.Token?
        var last: PDFTokens.Token?
        var isFirst = true
        while let token = tokens.next() {
            if isFirst, token.kind == .open, !entries.isEmpty {
                out += bytes[copied..<token.range.upperBound]
                out += entries
                copied = token.range.upperBound
            }
            isFirst = false
            if token.kind == .word {
                // This word is followed by data that is not syntax.
                if isWord(token.range, "stream", bytes) { break }
                if isWord(token.range, "R", bytes) {
                    guard let first = earlier, first.kind == .integer, last?.kind == .integer,
                        let number = tokens.integer(first.range), numbers.indices.contains(number), numbers[number] > 0
                    else { return false }
                    out += bytes[copied..<first.range.lowerBound]
                    out += "\(numbers[number]) 0 R".utf8
                    copied = token.range.upperBound
                }
            }
            earlier = last
            last = token
        }
        out += bytes[copied..<range.upperBound]
        return true
    }

    private static func isWord(_ range: Range<Int>, _ word: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        range.count == word.utf8CodeUnitCount
            && word.withUTF8Buffer { $0.elementsEqual(bytes[range]) }
    }

    private static func objects(_ bytes: UnsafeBufferPointer<UInt8>, table: Int) -> [Range<Int>?]? {
        var tokens = PDFTokens(bytes, table..<bytes.count)
        guard let word = tokens.next(), isWord(word.range, "xref", bytes),
            let first = tokens.next().flatMap({ tokens.integer($0.range) }), first == 0,
            let count = tokens.next().flatMap({ tokens.integer($0.range) }), count < bytes.count
        else { return nil }
        var starts: [(number: Int, offset: Int)] = []
        for number in 0..<count {
            guard let offset = tokens.next().flatMap({ tokens.integer($0.range) }), tokens.next() != nil,
                let kind = tokens.next()
            else { return nil }
            if isWord(kind.range, "n", bytes) {
                guard offset < table else { return nil }
                starts.append((number, offset))
            }
        }
        starts.sort { $0.offset < $1.offset }
        var objects = [Range<Int>?](repeating: nil, count: count)
        for (place, start) in starts.enumerated() {
            objects[start.number] = start.offset..<(place + 1 < starts.count ? starts[place + 1].offset : table)
        }
        return objects
    }

    /// The range after `12 0 obj`.
    private static func body(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var tokens = PDFTokens(bytes, range)
        guard tokens.next()?.kind == .integer, tokens.next()?.kind == .integer, let word = tokens.next(),
            isWord(word.range, "obj", bytes)
        else { return nil }
        return word.range.upperBound..<range.upperBound
    }

    private static func dictionary(
        _ number: Int, _ objects: [Range<Int>?], _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [String: Range<Int>]? {
        guard objects.indices.contains(number), let range = objects[number], let body = body(range, bytes) else {
            return nil
        }
        var tokens = PDFTokens(bytes, body)
        return tokens.dictionary()
    }

    private static func references(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        var tokens = PDFTokens(bytes, range)
        var found: [Int] = []
        var recent: [Int] = []
        while let token = tokens.next() {
            if token.kind == .integer, let value = tokens.integer(token.range) {
                recent.append(value)
            } else if recent.count >= 2, isWord(token.range, "R", bytes) {
                found.append(recent[recent.count - 2])
                recent = []
            }
        }
        return found
    }

    private static func reference(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        references(range, bytes).first
    }
}

/// The end of a PDF: the offset of its last cross-reference section, and the trailer's entries.
struct PDFTail {
    /// The offset of the cross-reference section.
    var start: Int
    /// Whether that section is a stream rather than a table.
    var isStream: Bool
    var root: Int?
    var info: Int?
    /// One more than the highest object number.
    var size: Int
    /// The identifiers as they are written; `nil` if there are none.
    var id: String?

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        let near = max(0, bytes.count - 1_024)
        guard let word = bytes[near...].lastRange(of: "startxref") else { return nil }
        var tokens = PDFTokens(bytes, word.upperBound..<bytes.count)
        guard let offset = tokens.next().flatMap({ tokens.integer($0.range) }), offset < word.lowerBound else {
            return nil
        }
        start = offset
        isStream = bytes[offset...].first { ![9, 10, 13, 32].contains($0) } != UInt8(ascii: "x")
        tokens = PDFTokens(bytes, offset..<word.lowerBound)
        if isStream {
            for _ in 0..<3 { _ = tokens.next() }
        } else {
            // The first: a file for the web has its last section at its start, and others behind it.
            guard let trailer = bytes[offset..<word.lowerBound].firstRange(of: "trailer") else { return nil }
            tokens = PDFTokens(bytes, trailer.upperBound..<word.lowerBound)
        }
        guard let entries = tokens.dictionary(), let size = entries["/Size"].flatMap(tokens.integer) else { return nil }
        self.size = size
        func reference(_ key: String) -> Int? {
            guard let range = entries[key] else { return nil }
            var tokens = PDFTokens(bytes, range)
            return tokens.next().flatMap { tokens.integer($0.range) }
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

    func lastRange(of word: StaticString) -> Range<Int>? {
        let length = word.utf8CodeUnitCount
        var place = endIndex - length
        while place >= startIndex {
            if word.withUTF8Buffer({ $0.elementsEqual(self[place..<place + length]) }) { return place..<place + length }
            place -= 1
        }
        return nil
    }
}
