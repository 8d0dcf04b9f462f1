/// Closes of securities by day.
package struct PriceTable: Hashable, Sendable {
    /// All rows, ordered by security and day.
    package let rows: [PriceRow]
    /// The first row of each security, followed by the number of rows.
    private let starts: [Int]

    /// Creates a table; the last close of a security and day counts.
    ///
    /// - Parameters:
    ///   - rows: the closes.
    ///   - securityCount: the number of securities; rows of others are ignored.
    package init(_ rows: [PriceRow], securityCount: Int) {
        let order = rows.indices.sorted {
            let (left, right) = (rows[$0], rows[$1])
            return (left.security, left.day, $0) < (right.security, right.day, $1)
        }
        var kept: [PriceRow] = []
        kept.reserveCapacity(rows.count)
        for index in order {
            let row = rows[index]
            guard row.security >= 0, row.security < securityCount else { continue }
            if let last = kept.last, last.security == row.security, last.day == row.day { kept.removeLast() }
            kept.append(row)
        }
        var starts: [Int] = []
        var next = 0
        for security in 0...securityCount {
            while next < kept.count, Int(kept[next].security) < security { next += 1 }
            starts.append(next)
        }
        self.rows = kept
        self.starts = starts
    }

    /// Returns the closes of a security in chronological order.
    package func closes(of security: Int32) -> ArraySlice<PriceRow> {
        rows[starts[Int(security)]..<starts[Int(security) + 1]]
    }

    /// Returns the closes of a security through a day, in chronological order.
    package func closes(of security: Int32, through day: Day) -> ArraySlice<PriceRow> {
        let closes = closes(of: security)
        var (low, high) = (closes.startIndex, closes.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if closes[middle].day <= day { low = middle + 1 } else { high = middle }
        }
        return closes[closes.startIndex..<low]
    }
}

extension PriceTable: Codable {
    private enum CodingKeys: String, CodingKey {
        case rows, securityCount
    }

    /// Decodes the closes.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let count = try container.decode(Int.self, forKey: .securityCount)
        guard (0...Int(Int32.max)).contains(count) else {
            throw DecodingError.dataCorruptedError(
                forKey: .securityCount, in: container, debugDescription: "not a number of securities")
        }
        self.init(try container.decode([PriceRow].self, forKey: .rows), securityCount: count)
    }

    /// Encodes the closes.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rows, forKey: .rows)
        try container.encode(starts.count - 1, forKey: .securityCount)
    }
}
