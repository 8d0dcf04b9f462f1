package import FailureModel
package import Foundation

/// A PDF as cairo writes it: plain objects, and one table of cross-references.
///
/// Its objects are copied to other files in their own syntax, one by one, without parsing them into trees.
package struct PlainPDF {
    private let read: (Range<Int>) throws(Failure) -> [UInt8]
    /// The place of each object, by its number; empty for numbers without one.
    private let ranges: [Range<Int>]
    /// The objects in the order of the file.
    package let order: [Int32]
    private let catalogue: Int
    private let info: Int?
    /// The root of the pages.
    private let tree: Int
    /// The object numbers of the pages, in order.
    package let pages: [Int]

    /// One more than the highest object number.
    package var size: Int { ranges.count }

    /// Opens a file of `count` bytes, of which `read` returns a part.
    ///
    /// - Throws: ``unexpected`` if it is not such a file.
    package init(count: Int, read: @escaping (Range<Int>) throws(Failure) -> [UInt8]) throws(Failure) {
        self.read = read
        let end = try read(max(0, count - PDFTail.nearness)..<count)
        guard let start = end.withUnsafeBufferPointer({ PDFTail.section($0)?.start }), start < count else {
            throw Self.unexpected
        }
        let section = try read(start..<count)
        guard let tail = section.withUnsafeBufferPointer({ PDFTail($0, from: start) }), !tail.isStream,
            let catalogue = tail.root, let offsets = section.withUnsafeBufferPointer(Self.offsets),
            offsets.allSatisfy({ $0 < start })
        else { throw Self.unexpected }
        let order = offsets.indices.lazy.filter { offsets[$0] > 0 }.map { Int32($0) }
            .sorted { offsets[Int($0)] < offsets[Int($1)] }
        var ranges = [Range<Int>](repeating: 0..<0, count: offsets.count)
        for (place, number) in order.enumerated() {
            let end = place + 1 < order.count ? offsets[Int(order[place + 1])] : start
            ranges[Int(number)] = offsets[Int(number)]..<end
        }
        func dictionary(_ number: Int) throws(Failure) -> [String: [UInt8]] {
            guard ranges.indices.contains(number) else { throw Self.unexpected }
            return try Self.dictionary(try read(ranges[number]))
        }
        guard let tree = PDFReference.first(in: try dictionary(catalogue)["/Pages"]) else { throw Self.unexpected }
        pages = PDFReference.all(in: try dictionary(tree)["/Kids"] ?? []).map(\.number)
        self.tree = tree
        self.catalogue = catalogue
        info = tail.info
        self.order = order
        self.ranges = ranges
    }

    /// Opens a file in memory.
    ///
    /// - Throws: ``unexpected`` if it is not such a file.
    package init(_ file: Data) throws(Failure) {
        let start = file.startIndex
        try self.init(count: file.count) { [UInt8](file[start + $0.lowerBound..<start + $0.upperBound]) }
    }

    /// The offsets in the table of cross-references, by the objects' numbers; 0 for free ones.
    private static func offsets(_ section: UnsafeBufferPointer<UInt8>) -> [Int]? {
        var tokens = PDFTokens(section, 0..<section.count)
        // After the word `xref`, the first number and the number of entries.
        guard tokens.next() != nil, tokens.nextInteger() == 0, let count = tokens.nextInteger(),
            count <= section.count / 20
        else { return nil }
        var offsets: [Int] = []
        offsets.reserveCapacity(count)
        for _ in 0..<count {
            guard let offset = tokens.nextInteger(), tokens.next() != nil, let kind = tokens.next() else { return nil }
            offsets.append(section[kind.range.lowerBound] == UInt8(ascii: "n") ? offset : 0)
        }
        return offsets
    }

    /// The failure for a file that is not made as cairo makes it.
    package static let unexpected = Failure(.internalError, "The drawn pages have an unexpected structure.")

    // MARK: Objects

    /// Returns the place of an object, from its number to what follows `endobj`.
    package func range(of number: Int) throws(Failure) -> Range<Int> {
        guard ranges.indices.contains(number), !ranges[number].isEmpty else { throw Self.unexpected }
        return ranges[number]
    }

    /// Returns the bytes of an object, from its number to what follows `endobj`.
    package func bytes(of number: Int) throws(Failure) -> [UInt8] { try read(try range(of: number)) }

    /// Returns what follows the number of an object and `obj`, up to what follows `endobj`.
    package func body(of number: Int) throws(Failure) -> [UInt8] {
        let bytes = try bytes(of: number)
        guard let word = bytes.firstRange(of: " obj") else { throw Self.unexpected }
        return Array(bytes[word.upperBound...])
    }

    /// Returns a part of the file.
    package func bytes(in range: Range<Int>) throws(Failure) -> [UInt8] { try read(range) }

    /// Returns the values of an object that is a dictionary, in their syntax.
    package func dictionary(_ number: Int) throws(Failure) -> [String: [UInt8]] {
        try Self.dictionary(try bytes(of: number))
    }

    private static func dictionary(_ object: [UInt8]) throws(Failure) -> [String: [UInt8]] {
        let entries: [String: [UInt8]]? = object.withUnsafeBufferPointer { bytes in
            var tokens = PDFTokens(bytes, 0..<bytes.count)
            // `12 0 obj`
            for _ in 0..<3 { _ = tokens.next() }
            return tokens.dictionary()?.mapValues { Array(bytes[$0]) }
        }
        guard let entries else { throw unexpected }
        return entries
    }

    /// Returns the stream that draws a page, and its resources in their syntax.
    package func drawing(of page: Int) throws(Failure) -> (content: Int, resources: [UInt8]) {
        let entries = try dictionary(page)
        guard let content = PDFReference.first(in: entries["/Contents"]), let resources = entries["/Resources"] else {
            throw Self.unexpected
        }
        return (content, resources)
    }

    /// Returns the objects around the pages: the catalogue, the information, the root of the pages, and cairo's structure.
    package func frame() throws(Failure) -> [Int] {
        var found = [catalogue, tree] + [info].compactMap(\.self)
        guard let root = PDFReference.first(in: try dictionary(catalogue)["/StructTreeRoot"]) else { return found }
        let structure = try dictionary(root)
        found.append(root)
        for parents in PDFReference.all(in: structure["/ParentTree"] ?? []).map(\.number) {
            found.append(parents)
            found += PDFReference.all(in: try dictionary(parents)["/Nums"] ?? []).map(\.number)
        }
        // Marked-content sequences are not nested, so every element is a child of the root.
        return found + PDFReference.all(in: structure["/K"] ?? []).map(\.number)
    }
}

extension [UInt8] {
    /// Inserts syntax behind the first occurrence of a word.
    package mutating func insert(_ syntax: some Collection<UInt8>, after word: StaticString) throws(Failure) {
        let found = word.withUTF8Buffer { word in firstRange(of: word) }
        guard let found else { throw PlainPDF.unexpected }
        insert(contentsOf: syntax, at: found.upperBound)
    }
}
