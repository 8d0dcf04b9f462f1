package import FailureModel
package import Foundation

/// A PDF as written by cairo, with plain objects and one cross-reference table.
///
/// Objects are copied to other files one by one, as syntax, without being parsed into trees.
package struct PlainPDF {
    private let read: (Range<Int>) throws(Failure) -> [UInt8]
    /// The range of each object by number; empty for unused numbers.
    private let ranges: [Range<Int>]
    /// The object numbers in file order.
    package let order: [Int32]
    private let catalogue: Int
    private let info: Int?
    /// The object number of the page tree's root.
    private let tree: Int
    /// The object numbers of the pages, in order.
    package let pages: [Int]

    /// One more than the highest object number.
    package var size: Int { ranges.count }

    /// Opens a file of `count` bytes, read in parts by `read`.
    ///
    /// - Throws: ``unexpected`` if the structure is not that of cairo.
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
    /// - Throws: ``unexpected`` if the structure is not that of cairo.
    package init(_ file: Data) throws(Failure) {
        let start = file.startIndex
        try self.init(count: file.count) { [UInt8](file[start + $0.lowerBound..<start + $0.upperBound]) }
    }

    /// Returns the offsets in the cross-reference table by object number; 0 if free.
    private static func offsets(_ section: UnsafeBufferPointer<UInt8>) -> [Int]? {
        var tokens = PDFTokens(section, 0..<section.count)
        // The word `xref` is followed by the first number and the number of entries.
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

    /// The failure for a file without cairo's structure.
    package static let unexpected = Failure(.internalError, "The drawn pages have an unexpected structure.")

    // MARK: Objects

    /// Returns the range of an object, from its number to the end of `endobj`.
    package func range(of number: Int) throws(Failure) -> Range<Int> {
        guard ranges.indices.contains(number), !ranges[number].isEmpty else { throw Self.unexpected }
        return ranges[number]
    }

    /// Returns the bytes of an object, from its number to the end of `endobj`.
    package func bytes(of number: Int) throws(Failure) -> [UInt8] { try read(try range(of: number)) }

    /// Returns the bytes of an object after its number and `obj`.
    package func body(of number: Int) throws(Failure) -> [UInt8] {
        let bytes = try bytes(of: number)
        guard let word = bytes.firstRange(of: " obj") else { throw Self.unexpected }
        return Array(bytes[word.upperBound...])
    }

    /// Returns a part of the file.
    package func bytes(in range: Range<Int>) throws(Failure) -> [UInt8] { try read(range) }

    /// Returns the values of a dictionary object in their syntax.
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

    /// Returns the content stream of a page, and its resources in their syntax.
    package func drawing(of page: Int) throws(Failure) -> (content: Int, resources: [UInt8]) {
        let entries = try dictionary(page)
        guard let content = PDFReference.first(in: entries["/Contents"]), let resources = entries["/Resources"] else {
            throw Self.unexpected
        }
        return (content, resources)
    }

    /// Returns the objects around the pages.
    ///
    /// These are the catalogue, the page tree's root, the document information, and cairo's structure tree.
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
    /// Inserts syntax after the first occurrence of a word.
    package mutating func insert(_ syntax: some Collection<UInt8>, after word: StaticString) throws(Failure) {
        let found = word.withUTF8Buffer { word in firstRange(of: word) }
        guard let found else { throw PlainPDF.unexpected }
        insert(contentsOf: syntax, at: found.upperBound)
    }
}
