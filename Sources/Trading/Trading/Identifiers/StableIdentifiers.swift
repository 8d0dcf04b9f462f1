import LibCrypto
package import Foundation

/// Identifiers that stay the same when an account is recomputed or receives more files.
package enum StableIdentifiers {
    /// The namespace of all account identifiers.
    package static let namespace = UUID(
        uuid: (0x6C, 0x1D, 0x0F, 0x52, 0x93, 0x57, 0x4B, 0x0E, 0x9A, 0x61, 0x2F, 0x8E, 0x44, 0xD7, 0x30, 0xB9))

    /// Returns the identifier of a name in a namespace (UUID version 5 of RFC 9562).
    package static func uuid(_ name: String, in namespace: UUID) -> UUID {
        // Version 5 uses SHA-1, which has no security purpose here.
        var hash = SHA1()
        withUnsafeBytes(of: namespace.uuid) { hash.update(bufferPointer: $0) }
        var name = name
        name.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &uuid) { bytes in
            hash.finalize().withUnsafeBytes { bytes.copyBytes(from: $0.prefix(bytes.count)) }
            bytes[6] = bytes[6] & 0x0F | 0x50
            bytes[8] = bytes[8] & 0x3F | 0x80
        }
        return UUID(uuid: uuid)
    }

    /// Returns unique identifiers of a journal's entries, in the same order.
    ///
    /// They are derived from the account's name and the broker's identifier. Entries without one, or with a shared one,
    /// are distinguished by their content and by their ordinal among equal ones.
    package static func entries(of journal: Journal, account: String) -> [UUID] {
        let account = uuid(account, in: namespace)
        var result = journal.entries.map { entry in
            uuid(entry.id.map { "id\n\($0)" } ?? fields(of: entry, in: journal), in: account)
        }
        distinguish(&result) { index, ordinal in
            uuid("\(fields(of: journal.entries[index], in: journal))\n\(ordinal)", in: account)
        }
        return result
    }

    /// Returns unique 31-bit numbers for names such as symbols.
    ///
    /// If the digests of names have the same first bits, the later name in the list gets the next number.
    package static func numbers(for names: [String], account: String) -> [Int] {
        let account = uuid(account, in: namespace)
        var used: Set<Int> = []
        return names.map { name in
            let bytes = withUnsafeBytes(of: uuid(name, in: account).uuid) { Array($0.prefix(4)) }
            var number = bytes.reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
            while !used.insert(number).inserted { number = (number + 1) & 0x7FFF_FFFF }
            return number
        }
    }

    private static func fields(of entry: Entry, in journal: Journal) -> String {
        let symbol = entry.security.map { journal.securities[Int($0)].label } ?? ""
        let numbers = [entry.quantity, entry.price ?? 0, entry.fees, entry.amount ?? 0].map(\.text)
        return
            "\(entry.time.day)\n\(entry.action.rawValue)\n\(symbol)\n\(numbers.joined(separator: "\n"))\n\(entry.currency)"
    }

    /// Replaces repetitions of identifiers.
    private static func distinguish(_ identifiers: inout [UUID], _ replacement: (Int, Int) -> UUID) {
        // Sorting by the first half is faster than comparing whole identifiers, and needs less memory than a
        // dictionary.
        var order = identifiers.indices.map { Place(half: half(of: identifiers[$0]), index: Int32($0)) }
        order.sort { $0.half != $1.half ? $0.half < $1.half : $0.index < $1.index }
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, order[end].half == order[start].half { end += 1 }
            if end > start + 1 {
                var counts: [UUID: Int] = [:]
                for place in order[start..<end] {
                    let index = Int(place.index)
                    let ordinal = counts[identifiers[index], default: 0]
                    counts[identifiers[index]] = ordinal + 1
                    if ordinal > 0 { identifiers[index] = replacement(index, ordinal) }
                }
            }
            start = end
        }
    }

    private struct Place {
        let half: UInt64
        let index: Int32
    }

    private static func half(of identifier: UUID) -> UInt64 {
        withUnsafeBytes(of: identifier.uuid) { $0.loadUnaligned(as: UInt64.self) }
    }
}
