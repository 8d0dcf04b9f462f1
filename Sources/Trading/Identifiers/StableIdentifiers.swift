import Crypto
package import Foundation

/// Identifiers that stay the same when an account is computed again, or has more files.
package enum StableIdentifiers {
    /// The namespace of all identifiers of accounts.
    package static let namespace = UUID(
        uuid: (0x6C, 0x1D, 0x0F, 0x52, 0x93, 0x57, 0x4B, 0x0E, 0x9A, 0x61, 0x2F, 0x8E, 0x44, 0xD7, 0x30, 0xB9))

    /// The identifier of a name in a namespace: version 5 of RFC 9562.
    package static func uuid(_ name: String, in namespace: UUID) -> UUID {
        var bytes = withUnsafeBytes(of: namespace.uuid) { Array($0) }
        bytes += Array(name.utf8)
        // Version 5 is made with SHA-1; it protects nothing here.
        var digest = Array(Insecure.SHA1.hash(data: bytes))
        digest[6] = digest[6] & 0x0F | 0x50
        digest[8] = digest[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                digest[0], digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7], digest[8],
                digest[9], digest[10], digest[11], digest[12], digest[13], digest[14], digest[15]
            ))
    }

    /// The identifiers of a journal's entries, in their order; no two are equal.
    ///
    /// They are made of the account's name and the broker's identifier. Entries without one, and those that share one,
    /// are told apart by what they record and by their ordinal among equal ones.
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

    /// Numbers of 31 bits for names, such as symbols; no two are equal.
    ///
    /// Of names whose digests share their first bits, the later one in the list gets the next number.
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
        let numbers = [entry.quantity, entry.price ?? 0, entry.fees, entry.amount ?? 0].map(\.description)
        return
            "\(entry.time.day)\n\(entry.action.rawValue)\n\(symbol)\n\(numbers.joined(separator: "\n"))\n\(entry.currency)"
    }

    /// Replaces all but the first of equal identifiers.
    private static func distinguish(_ identifiers: inout [UUID], _ replacement: (Int, Int) -> UUID) {
        // Sorting places takes less memory than a dictionary of a million identifiers.
        let order = identifiers.indices.sorted { (identifiers[$0], $0) < (identifiers[$1], $1) }
        var previous: UUID?
        var ordinal = 0
        for index in order {
            let identifier = identifiers[index]
            ordinal = identifier == previous ? ordinal + 1 : 0
            previous = identifier
            if ordinal > 0 { identifiers[index] = replacement(index, ordinal) }
        }
    }
}
