extension EntryFile {
    /// A note on lines with wrong check digits of ISINs.
    ///
    /// ISINs can be in a column of symbols.
    package var noteOnISINs: String? {
        let wrong = Set(
            securities.indices.lazy.filter { place in
                [self.securities[place].isin, self.securities[place].symbol].contains { identifier in
                    identifier.map { ISIN.hasWrongCheckDigit($0.uppercased()) } == true
                }
            }.map(Int32.init))
        guard !wrong.isEmpty else { return nil }
        func isWrong(_ security: Int32?) -> Bool { security.map(wrong.contains) == true }
        var lines = Set(entries.lazy.filter { isWrong($0.security) || isWrong($0.origin) }.map(\.line))
        lines.formUnion(omissions.lazy.filter { isWrong($0.security) }.map(\.line))
        lines.formUnion(positions.lazy.filter { isWrong($0.security) }.map(\.line))
        guard !lines.isEmpty else { return nil }
        return
            "The check digit of an ISIN in \(name) is wrong (\(lines.count == 1 ? "line" : "lines") "
            + "\(LineRanges.text(of: lines.sorted(), count: lines.count))), so that it may be that of another security. "
            + "Compare it with the broker’s; “aliases” in NAME.account.yaml join what is one security."
    }
}
