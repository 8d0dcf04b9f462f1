/// A table of pages by the arrangements of their marks.
///
/// It finds the pages that a print may be of.
///
/// It takes about 10 KB of memory a page. Keys are 32 bits: some choose a bucket, 8 of the others are kept with the page's number.
package struct PrintIndex: Sendable {
    /// Maximum number of pages.
    package static let mostPages = 1 << 24
    /// Maximum number of keys of a page.
    ///
    /// Those with the lowest values are kept, which are the same for every copy.
    package static let mostKeys = 2_500
    /// Maximum number of pages with one key that tells them apart.
    private static let mostSharing = 48

    /// The number of pages.
    package let count: Int
    private let sizes: [UInt16]
    private let shift: UInt32
    private let starts: [UInt32]
    /// The page's number in the lower 24 bits, 8 bits of the key above.
    private let entries: [UInt32]

    /// Creates a table of pages, which have the numbers 0 up to `count`.
    ///
    /// `keys` returns the keys of a page, and is called twice for each.
    package init(count: Int, keys: (Int) throws -> PageKeys) rethrows {
        precondition(count <= Self.mostPages)
        self.count = count
        // About eight entries in each bucket.
        var bits: UInt32 = 10
        while bits < 22, 1 << Int(bits) < count * Self.mostKeys / 8 { bits += 1 }
        shift = 32 - bits
        var starts = [UInt32](repeating: 0, count: 1 << Int(bits) + 1)
        var sizes: [UInt16] = []
        for page in 0..<count {
            let keys = try keys(page).values
            sizes.append(UInt16(min(Self.mostKeys, keys.count)))
            for key in keys.prefix(Self.mostKeys) { starts[Int(key >> shift) + 1] += 1 }
        }
        for k in 1..<starts.count { starts[k] += starts[k - 1] }
        var entries = [UInt32](repeating: 0, count: Int(starts[starts.count - 1]))
        var next = starts
        for page in 0..<count {
            for key in try keys(page).values.prefix(Self.mostKeys) {
                let bucket = Int(key >> shift)
                entries[Int(next[bucket])] = UInt32(page) | (key & 0xff) << 24
                next[bucket] += 1
            }
        }
        self.sizes = sizes
        self.starts = starts
        self.entries = entries
    }

    /// A page that a print may be of.
    package struct Candidate: Sendable, Hashable {
        /// The number of the page.
        package var page: Int
        /// The number of its keys that the print has.
        package var votes: Int
        /// The share of its keys that the print has.
        package var share: Double
    }

    /// Minimum number of votes for a page.
    private static let leastVotes = 8

    /// Minimum share of common keys for a page that lies as the known one.
    private static let certainShare = 0.1

    /// Returns the most likely pages, best first.
    ///
    /// A page that is like none, and whose text does not tell which way is up, is looked up in each direction.
    package func candidates(for print: PagePrint, most: Int = 6) -> [Candidate] {
        let found = candidates(lyingAs: print)
        guard !print.isOriented, found.first?.share ?? 0 < Self.certainShare else { return Array(found.prefix(most)) }
        var known: Set<Int> = []
        let all = found + (1...3).flatMap { candidates(lyingAs: print.turnedBack(by: $0)) }
        return Array(all.sorted(by: >).filter { known.insert($0.page).inserted }.prefix(most))
    }

    /// Returns the pages with keys of a print, best first.
    private func candidates(lyingAs print: PagePrint) -> [Candidate] {
        let probes = ArrangementKeys(print.blobs, scale: print.ink.scale).probes()
        let keys = Set(probes.lazy.map(\.key))
        var votes = [UInt16](repeating: 0, count: count)
        var sharing: [UInt32] = []
        for key in keys {
            let bucket = Int(key >> shift)
            let tag = key & 0xff
            sharing.removeAll(keepingCapacity: true)
            for i in Int(starts[bucket])..<Int(starts[bucket + 1]) where entries[i] >> 24 == tag {
                sharing.append(entries[i] & 0xff_ffff)
            }
            guard sharing.count <= Self.mostSharing else { continue }
            for page in sharing where votes[Int(page)] < .max { votes[Int(page)] += 1 }
        }
        var found: [Candidate] = []
        for page in 0..<count where Int(votes[page]) >= Self.leastVotes {
            found.append(
                Candidate(
                    page: page, votes: Int(votes[page]), share: Double(votes[page]) / Double(max(1, sizes[page]))))
        }
        return found.sorted(by: >)
    }
}

extension PrintIndex.Candidate: Comparable {
    /// The share, reduced for a page with few keys.
    private var rank: Double { share * Double(votes) / Double(votes + 20) }

    /// Returns whether the first one is less likely; of equal ones the later page is.
    package static func < (a: Self, b: Self) -> Bool { (a.rank, b.page) < (b.rank, a.page) }
}

/// The keys of a page, in ascending order without repetition.
package struct PageKeys: Sendable, Hashable {
    package let values: [UInt32]

    /// Creates the keys of a page.
    package init(of print: PagePrint) {
        let all = Set(ArrangementKeys(print.blobs, scale: print.ink.scale).triples().lazy.map(\.key))
        values = Array(all.sorted().prefix(PrintIndex.mostKeys))
    }

    /// Creates keys that were stored, in ascending order.
    package init(values: [UInt32]) {
        self.values = values
    }
}
