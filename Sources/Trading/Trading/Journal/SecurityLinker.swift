/// Identifies equal securities in several files.
///
/// Securities are equal if they share a symbol, an alias, an ISIN or a CUSIP, directly or through others. American and
/// Canadian ISINs with a right check digit contain the CUSIP.
struct SecurityLinker {
    /// The distinct securities ordered by symbol; each has a symbol.
    private(set) var securities: [Security] = []
    /// The index in ``securities`` for each security of each file.
    private(set) var indices: [[Int32]] = []

    /// Links the securities of files.
    ///
    /// - Parameter lists: the securities of each file. Properties are taken from the first list that has them.
    init(_ lists: [[Security]]) {
        let all = lists.flatMap { $0 }
        var groups = DisjointSets(count: all.count)
        var owners: [String: Int] = [:]
        for (index, security) in all.enumerated() {
            for name in SecurityLinker.names(of: security) {
                if let owner = owners[name] {
                    groups.join(owner, index)
                } else {
                    owners[name] = index
                }
            }
        }
        var merged: [Int: Security] = [:]
        for (index, security) in all.enumerated() {
            let root = groups.root(of: index)
            merged[root] = merged[root].map { SecurityLinker.complete($0, from: security) } ?? security
        }
        let roots = merged.map { root, security in
            var security = security
            security.symbol = security.label
            return (root, security)
        }.sorted { ($0.1.label, $0.0) < ($1.1.label, $1.0) }
        securities = roots.map(\.1)
        let positions = Dictionary(uniqueKeysWithValues: roots.enumerated().map { ($1.0, Int32($0)) })
        var next = 0
        for list in lists {
            indices.append((next..<next + list.count).map { positions[groups.root(of: $0)] ?? 0 })
            next += list.count
        }
    }

    private static func names(of security: Security) -> Set<String> {
        var names = [security.symbol, security.isin, security.cusip].compactMap { $0?.uppercased() }
        names += (security.aliases ?? []).map { $0.uppercased() }
        if let cusip = security.isin.flatMap({ ISIN.cusip(in: $0.uppercased()) }) { names.append(cusip) }
        return Set(names.filter { !$0.isEmpty })
    }

    private static func complete(_ security: Security, from other: Security) -> Security {
        var result = security
        // A ticker takes precedence over a symbol that is only an ISIN or CUSIP.
        if result.symbol == nil || result.symbol == result.isin || result.symbol == result.cusip {
            result.symbol = other.symbol ?? result.symbol
        }
        result.isin = result.isin ?? other.isin
        result.cusip = result.cusip ?? other.cusip
        result.aliases = result.aliases ?? other.aliases
        result.name = result.name ?? other.name
        result.currency = result.currency ?? other.currency
        result.exchange = result.exchange ?? other.exchange
        result.sector = result.sector ?? other.sector
        result.grade = result.grade ?? other.grade
        result.logoURL = result.logoURL ?? other.logoURL
        return result
    }
}

/// Sets of integers that can be joined (union-find).
private struct DisjointSets {
    private var parents: [Int]

    init(count: Int) {
        parents = Array(0..<count)
    }

    mutating func root(of element: Int) -> Int {
        var element = element
        while parents[element] != element {
            parents[element] = parents[parents[element]]
            element = parents[element]
        }
        return element
    }

    /// Joins two sets; the smaller root remains, so that the order of joins is irrelevant.
    mutating func join(_ left: Int, _ right: Int) {
        let (left, right) = (root(of: left), root(of: right))
        parents[max(left, right)] = min(left, right)
    }
}
