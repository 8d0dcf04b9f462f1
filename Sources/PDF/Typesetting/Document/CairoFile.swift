import FailureModel
import QPDF

/// A PDF as cairo writes it: plain objects and one table of cross-references; read object by object from a spool.
struct CairoFile {
    private let spool: Spool
    /// The place of each object, by its number; empty for numbers without one.
    private let ranges: [Range<Int>]
    /// The objects in the order of the file.
    let order: [Int32]
    let catalogue: Int
    let info: Int

    /// One more than the highest object number.
    var size: Int { ranges.count }

    init(_ spool: Spool) throws(Failure) {
        self.spool = spool
        let tableStart = try Self.tableStart(in: spool)
        let table = try spool.read(tableStart..<spool.count)
        var offsets: [Int] = []
        var root: Int?
        var info: Int?
        table.withUnsafeBufferPointer { bytes in
            var tokens = PDFTokens(bytes, 0..<bytes.count)
            // xref, the first number, the number of entries.
            _ = tokens.next()
            guard tokens.next().flatMap({ tokens.integer($0.range) }) == 0,
                let count = tokens.next().flatMap({ tokens.integer($0.range) }), count <= bytes.count / 20
            else { return }
            offsets.reserveCapacity(count)
            for _ in 0..<count {
                guard let offset = tokens.next().flatMap({ tokens.integer($0.range) }), tokens.next() != nil,
                    let kind = tokens.next()
                else { return }
                offsets.append(bytes[kind.range.lowerBound] == UInt8(ascii: "n") ? offset : 0)
            }
            _ = tokens.next()
            guard let trailer = tokens.dictionary() else { return }
            root = trailer["/Root"].flatMap { Self.references(bytes, $0).first }
            info = trailer["/Info"].flatMap { Self.references(bytes, $0).first }
        }
        guard let root, let info else { throw Self.unexpected }
        self.catalogue = root
        self.info = info
        let order = offsets.indices.lazy.filter { offsets[$0] > 0 }.map { Int32($0) }
            .sorted { offsets[Int($0)] < offsets[Int($1)] }
        var ranges = [Range<Int>](repeating: 0..<0, count: offsets.count)
        for (place, number) in order.enumerated() {
            let start = offsets[Int(number)]
            let end = place + 1 < order.count ? offsets[Int(order[place + 1])] : tableStart
            guard start <= end, end <= spool.count else { throw Self.unexpected }
            ranges[Int(number)] = start..<end
        }
        self.order = order
        self.ranges = ranges
    }

    /// The offset of the table, which the last lines name.
    private static func tableStart(in spool: Spool) throws(Failure) -> Int {
        let bytes = try spool.read(max(0, spool.count - 64)..<spool.count)
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard lines.count >= 3, let table = Int(String(decoding: lines[lines.count - 2], as: UTF8.self)),
            (0..<spool.count).contains(table)
        else { throw unexpected }
        return table
    }

    static let unexpected = Failure(.internalError, "The drawn pages have an unexpected structure.")

    func range(of number: Int) throws(Failure) -> Range<Int> {
        guard ranges.indices.contains(number), !ranges[number].isEmpty else { throw Self.unexpected }
        return ranges[number]
    }

    /// The bytes of an object, from its number to `endobj`.
    func bytes(of number: Int) throws(Failure) -> [UInt8] { try spool.read(try range(of: number)) }

    func bytes(in range: Range<Int>) throws(Failure) -> [UInt8] { try spool.read(range) }

    /// The values of an object that is a dictionary, in their syntax.
    func dictionary(_ number: Int) throws(Failure) -> [String: [UInt8]] {
        let bytes = try bytes(of: number)
        let entries: [String: [UInt8]]? = bytes.withUnsafeBufferPointer { bytes in
            var tokens = PDFTokens(bytes, 0..<bytes.count)
            for _ in 0..<3 { _ = tokens.next() }
            return tokens.dictionary()?.mapValues { Array(bytes[$0]) }
        }
        guard let entries else { throw Self.unexpected }
        return entries
    }

    /// The objects to which a value refers, in order.
    static func references(in value: [UInt8]) -> [Int] {
        value.withUnsafeBufferPointer { references($0, 0..<$0.count) }
    }

    private static func references(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [Int] {
        var tokens = PDFTokens(bytes, range)
        var found: [Int] = []
        var integers: (Int?, Int?) = (nil, nil)
        while let token = tokens.next() {
            if token.kind == .integer {
                integers = (integers.1, tokens.integer(token.range))
            } else {
                if token.kind == .word, bytes[token.range.lowerBound] == UInt8(ascii: "R"), let number = integers.0 {
                    found.append(number)
                }
                integers = (nil, nil)
            }
        }
        return found
    }
}
