import Trading

/// The securities that an OFX file describes.
struct OFXSecurities {
    private var known: [String: Security] = [:]

    /// Adds the securities of a file to a draft; those without any identifier are reported.
    init(_ records: [OFXRecord], _ draft: inout Draft) {
        for record in records {
            let (id, symbol) = (record.text("UNIQUEID"), record.text("TICKER")?.uppercased())
            guard id ?? symbol != nil else {
                record.report("The security has no identifier.", &draft)
                continue
            }
            let security = Self.identified(record, Security(symbol: symbol, name: record.text("SECNAME")))
            if let id, known[id] == nil { known[id] = security }
            _ = draft.securities.index(of: security)
        }
    }

    /// Returns the place of a record's security in a draft; `nil` if it names none.
    func index(of record: OFXRecord, _ draft: inout Draft) -> Int32? {
        guard let id = record.text("UNIQUEID") else { return nil }
        return draft.securities.index(of: known[id] ?? Self.identified(record, Security()))
    }

    /// Adds a record's identifier to a security, in the matching property or as its symbol.
    private static func identified(_ record: OFXRecord, _ security: Security) -> Security {
        guard let id = record.text("UNIQUEID")?.uppercased() else { return security }
        var security = security
        switch (record.text("UNIQUEIDTYPE")?.uppercased(), id.utf8.count) {
        case ("CUSIP", 9): security.cusip = id
        case ("ISIN", 12): security.isin = id
        default:
            if security.symbol == nil {
                security.symbol = id
            } else if security.symbol != id {
                security.aliases = [id]
            }
        }
        return security
    }
}
