/// The identifiers that securities received by a split under a new ISIN.
struct RenamedSecurities {
    private var newest: [Int32: (time: EntryTime, isin: String, cusip: String?)] = [:]

    /// Adds a security under its new ISIN, if it has one.
    mutating func add(_ security: Security, as index: Int32, at time: EntryTime) {
        guard let isin = security.isin else { return }
        if let known = newest[index], time < known.time { return }
        newest[index] = (time, isin, security.cusip ?? ISIN.cusip(in: isin.uppercased()))
    }

    /// Sets the newest identifiers, unless the user's settings state an ISIN.
    func apply(to securities: inout [Security], besides files: [EntryFile], _ indices: [[Int32]]) {
        guard !newest.isEmpty else { return }
        var stated: Set<Int32> = []
        for (file, map) in zip(files, indices) where file.settings != nil {
            for (security, index) in zip(file.securities, map) where security.isin != nil { stated.insert(index) }
        }
        for (index, identifiers) in newest where !stated.contains(index) {
            securities[Int(index)].isin = identifiers.isin
            securities[Int(index)].cusip = identifiers.cusip
        }
    }
}
