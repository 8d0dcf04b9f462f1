import Foundation

/// A value with a long list of entries as JSON with one entry a line.
///
/// ```json
/// {"head":{"name":"depot.trades.csv"},"entries":[
/// ["BUY","MARKET",0,"2025-01-02","USD",10,100.5,1,null,null,"T-1",null,null,0,2]
/// ]}
/// ```
///
/// Any JSON reader can read it; ours reads it line by line, so that a million entries are never in memory as text.
package enum EntryText {
    /// What cannot be read, with the line from 1.
    package struct Mistake: Error, Hashable {
        /// The line.
        package let line: Int
    }

    /// Writes a head and entries, in pieces of some 64 KB.
    ///
    /// - Throws: whatever the head's encoding and the function throw.
    package static func write(
        head: some Encodable, entries: [Entry], _ body: ([UInt8]) throws -> Void
    ) throws {
        try body(Array(#"{"head":"#.utf8))
        try JSONStream.write(head, body)
        var bytes = Array(#","entries":["#.utf8)
        for index in entries.indices {
            bytes.append(text: index == 0 ? "\n" : ",\n")
            EntryLine.append(entries[index], to: &bytes)
            if bytes.count > 1 << 16 {
                try body(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        bytes += Array("\n]}\n".utf8)
        try body(bytes)
    }

    /// Reads what ``EntryText/write(head:entries:_:)`` wrote, piece by piece.
    package struct Reader<Head: Decodable> {
        private var rest: [UInt8] = []
        private var line = 0
        private var head: Head?
        private var entries: [Entry] = []
        private var isComplete = false

        /// Creates a reader that has read nothing.
        package init() {}

        /// Reads the next bytes, which can end anywhere.
        ///
        /// - Throws: ``EntryText/Mistake``, or what decoding the head throws.
        package mutating func read(_ bytes: some Collection<UInt8>) throws {
            rest += bytes
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                try readLine(rest[start..<end])
                start = end + 1
            }
            rest.removeFirst(start)
        }

        /// Returns what was read.
        ///
        /// - Throws: ``EntryText/Mistake`` if the text is not complete.
        package consuming func finish() throws -> (head: Head, entries: [Entry]) {
            guard let head, isComplete, rest.isEmpty else { throw Mistake(line: line + 1) }
            return (head, entries)
        }

        private mutating func readLine(_ bytes: ArraySlice<UInt8>) throws {
            line += 1
            if line == 1 {
                let (prefix, suffix) = (#"{"head":"#.utf8, #","entries":["#.utf8)
                guard bytes.starts(with: prefix), bytes.suffix(suffix.count).elementsEqual(suffix) else {
                    throw Mistake(line: line)
                }
                let text = bytes.dropFirst(prefix.count).dropLast(suffix.count)
                head = try JSONDecoder().decode(Head.self, from: Data(text))
            } else if bytes.first == UInt8(ascii: "]") {
                isComplete = true
            } else {
                guard !isComplete, let entry = EntryLine.entry(of: bytes) else { throw Mistake(line: line) }
                entries.append(entry)
            }
        }
    }
}

extension EntryFile {
    /// Writes the file as JSON with one entry a line; see ``EntryText``.
    package func write(_ body: ([UInt8]) throws -> Void) throws {
        var head = self
        head.entries = []
        try EntryText.write(head: head, entries: entries, body)
    }

    /// Takes over what a reader has read.
    ///
    /// - Throws: ``EntryText/Mistake`` if the text is not complete.
    package init(_ reader: consuming EntryText.Reader<EntryFile>) throws {
        let (head, entries) = try reader.finish()
        self = head
        self.entries = entries
    }
}

extension Journal {
    /// Writes the journal as JSON with one entry a line; see ``EntryText``.
    package func write(_ body: ([UInt8]) throws -> Void) throws {
        var head = self
        head.entries = []
        try EntryText.write(head: head, entries: entries, body)
    }

    /// Takes over what a reader has read.
    ///
    /// - Throws: ``EntryText/Mistake`` if the text is not complete.
    package init(_ reader: consuming EntryText.Reader<Journal>) throws {
        let (head, entries) = try reader.finish()
        self = head
        self.entries = entries
    }
}
