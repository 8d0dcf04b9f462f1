import FailureModel

/// Closes of symbols that no other file of an account mentions.
enum UnusedCloses {
    /// Returns notes on them, such as on a misspelt symbol.
    ///
    /// - Parameters:
    ///   - files: the files, which may no longer have entries.
    ///   - indices: the common index of each security of each file.
    ///   - used: the securities of entries.
    ///   - securities: the common securities.
    /// - Returns: one note for each file with such closes.
    static func notes(
        on files: [EntryFile], _ indices: [[Int32]], used: Set<Int32>, _ securities: [Security]
    ) -> [String] {
        var used = used
        for (file, map) in zip(files, indices) {
            // What the settings describe may be bought later.
            if file.settings != nil { used.formUnion(map) }
            used.formUnion(file.positions.map { map[Int($0.security)] })
            used.formUnion(file.opinions.map { map[Int($0.security)] })
            used.formUnion(file.omissions.compactMap { $0.security.map { map[Int($0)] } })
        }
        var notes: [String] = []
        for (file, map) in zip(files, indices) where file.format == "prices" {
            let unused = Set(file.prices.map { map[Int($0.security)] }).subtracting(used)
            guard !unused.isEmpty else { continue }
            let names = unused.map { securities[Int($0)].label }.sorted().listed(10)
            notes.append(
                "\(file.name) has closes of what the account never held: \(names). Compare the symbols with those of the "
                    + "trades; “aliases” in NAME.account.yaml join what is one security.")
        }
        return notes
    }
}
