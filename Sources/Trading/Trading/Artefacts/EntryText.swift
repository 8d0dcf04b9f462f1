import Foundation

/// JSON with one entry or close per line, for values with long lists of them.
///
/// ```json
/// {"head":{"name":"depot.trades.csv"},"entries":[
/// ["BUY","MARKET",0,"2025-01-02","USD",10,100.5,1,null,null,"T-1",null,null,0,2]
/// ],"prices":[
/// [0,"2025-06-30",150,"USD"]
/// ]}
/// ```
///
/// Any JSON reader can parse it; ours works line by line, so that a million entries are never in memory as text.
package enum EntryText {
    /// A malformed line, counted from 1.
    package struct ParseError: Error, Hashable {
        /// The line number.
        package let line: Int
    }

    /// Writes a head, entries and closes, in chunks of some 64 KB.
    ///
    /// - Throws: the errors of encoding the head, and of the function.
    package static func write(
        head: some Encodable, entries: [Entry], prices: [PriceRow], _ body: ([UInt8]) throws -> Void
    ) throws {
        try body(Array(#"{"head":"#.utf8))
        try JSONStream.write(head, body)
        try body(Array(#","entries":["#.utf8))
        try write(entries, EntryLine.append, body)
        try body([UInt8(ascii: "\n")] + afterEntries)
        try write(prices, PriceLine.append, body)
        try body(Array("\n]}\n".utf8))
    }

    private static func write<Item>(
        _ items: [Item], _ append: (Item, inout [UInt8]) -> Void, _ body: ([UInt8]) throws -> Void
    ) throws {
        var bytes: [UInt8] = []
        for index in items.indices {
            bytes.append(text: index == 0 ? "\n" : ",\n")
            append(items[index], &bytes)
            if bytes.count > 1 << 16 {
                try body(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        try body(bytes)
    }

    /// The line between entries and closes.
    fileprivate static let afterEntries = Array(#"],"prices":["#.utf8)

    /// Parses the output of ``EntryText/write(head:entries:prices:_:)`` in chunks.
    package struct Reader<Head: Decodable> {
        private var rest: [UInt8] = []
        private var line = 0
        private var head: Head?
        private var entries: [Entry] = []
        private var prices: [PriceRow] = []
        private var part = Part.head

        private enum Part {
            case head, entries, prices, end
        }

        /// Creates a reader at the start of the text.
        package init() {}

        /// Reads the next bytes, which may end anywhere.
        ///
        /// - Throws: ``EntryText/ParseError``, or the errors of decoding the head.
        package mutating func read(_ bytes: some Collection<UInt8>) throws {
            rest += bytes
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                try readLine(rest[start..<end])
                start = end + 1
            }
            rest.removeFirst(start)
        }

        /// Returns the parsed values.
        ///
        /// - Throws: ``EntryText/ParseError`` if the text is incomplete.
        package consuming func finish() throws -> (head: Head, entries: [Entry], prices: [PriceRow]) {
            guard let head, part == .end, rest.isEmpty else { throw ParseError(line: line + 1) }
            return (head, entries, prices)
        }

        private mutating func readLine(_ bytes: ArraySlice<UInt8>) throws {
            line += 1
            switch part {
            case .head:
                let (prefix, suffix) = (#"{"head":"#.utf8, #","entries":["#.utf8)
                guard bytes.starts(with: prefix), bytes.suffix(suffix.count).elementsEqual(suffix) else {
                    throw ParseError(line: line)
                }
                let text = bytes.dropFirst(prefix.count).dropLast(suffix.count)
                head = try JSONDecoder().decode(Head.self, from: Data(text))
                part = .entries
            case .entries where bytes.first == UInt8(ascii: "]"):
                guard bytes.elementsEqual(EntryText.afterEntries) else { throw ParseError(line: line) }
                part = .prices
            case .entries:
                guard let entry = EntryLine.entry(of: bytes) else { throw ParseError(line: line) }
                entries.append(entry)
            case .prices where bytes.first == UInt8(ascii: "]"):
                part = .end
            case .prices:
                guard let row = PriceLine.row(of: bytes) else { throw ParseError(line: line) }
                prices.append(row)
            case .end:
                throw ParseError(line: line)
            }
        }
    }
}

extension EntryFile {
    /// Writes the file as JSON with one entry or close per line; see ``EntryText``.
    package func write(_ body: ([UInt8]) throws -> Void) throws {
        var head = self
        head.entries = []
        head.prices = []
        try EntryText.write(head: head, entries: entries, prices: prices, body)
    }

    /// Creates a file from a finished reader.
    ///
    /// - Throws: ``EntryText/ParseError`` if the text is incomplete.
    package init(_ reader: consuming EntryText.Reader<EntryFile>) throws {
        let (head, entries, prices) = try reader.finish()
        self = head
        self.entries = entries
        self.prices = prices
    }
}

extension Journal {
    /// Writes the journal as JSON with one entry or close per line; see ``EntryText``.
    package func write(_ body: ([UInt8]) throws -> Void) throws {
        var head = self
        head.entries = []
        head.prices = PriceTable([], securityCount: securities.count)
        try EntryText.write(head: head, entries: entries, prices: prices.rows, body)
    }

    /// Creates a journal from a finished reader.
    ///
    /// - Throws: ``EntryText/ParseError`` if the text is incomplete.
    package init(_ reader: consuming EntryText.Reader<Journal>) throws {
        let (head, entries, prices) = try reader.finish()
        self = head
        self.entries = entries
        self.prices = PriceTable(prices, securityCount: securities.count)
    }
}
