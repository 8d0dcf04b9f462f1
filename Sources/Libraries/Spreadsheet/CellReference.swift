/// The place of a cell: a column and a row, both from 1.
struct CellReference: Hashable, Sendable {
    var column: Int
    var row: Int

    /// Creates a reference.
    init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// Parses a reference such as `B12`; nil for anything else.
    init?(_ text: Substring) {
        (column, row) = (0, 0)
        var bytes = text.utf8.filter { $0 != UInt8(ascii: "$") }[...]
        while let byte = bytes.first, let letter = Self.letter(byte) {
            column = column * 26 + letter
            bytes.removeFirst()
            if column > 1 << 20 { return nil }
        }
        guard column > 0, !bytes.isEmpty, bytes.count <= 7 else { return nil }
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            row = row * 10 + Int(byte - UInt8(ascii: "0"))
        }
        guard row > 0 else { return nil }
    }

    private static func letter(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 1
        default: nil
        }
    }

    /// The reference as people write it, such as `B12`.
    var name: String { Self.letters(of: column) + String(row) }

    private static func letters(of column: Int) -> String {
        var (letters, rest) = ("", column)
        while rest > 0 {
            letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26))) + letters
            rest = (rest - 1) / 26
        }
        return letters
    }
}
