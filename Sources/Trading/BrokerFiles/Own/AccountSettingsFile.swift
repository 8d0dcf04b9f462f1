import FailureModel
import Pipeline
import Trading

/// `NAME.account.yaml`: the settings of an account, and its securities.
///
/// ```yaml
/// title: Depot of Ada Lovelace
/// owner: ada                    # a user of the service
/// currency: EUR
/// method: fifo                  # fifo, lifo, hifo, average or specific
/// period: {from: 2025-01-01, to: 2025-12-31}
/// reconcile: strict             # lenient (the default) or strict
/// securities:
///   AAPL: {isin: US0378331005, cusip: "037833100", aliases: [APC.DE], name: Apple Inc., sector: Technology}
/// analysis: {minimumConfidence: 0.7, cashShare: 0.2}
/// ```
enum AccountSettingsFile {
    static func read(_ bytes: [UInt8], into draft: inout Draft) throws(Failure) {
        let name = draft.file.name
        let (settings, securities) = try YAMLFile.read(bytes, name: name, limits: draft.limits) {
            (file) -> (AccountSettings, [Security]) in
            let keys =
                file.root?.mapping(known: [
                    "title", "owner", "currency", "method", "period", "reconcile", "securities", "analysis",
                ]) ?? [:]
            let period = keys["period"]?.mapping(known: ["from", "to"]) ?? [:]
            let settings = AccountSettings(
                title: keys["title"]?.text(), owner: keys["owner"]?.text(), currency: keys["currency"]?.currency(),
                method: keys["method"]?.choice(of: LotMethod.self), from: period["from"]?.day(),
                to: period["to"]?.day(),
                reconcile: keys["reconcile"]?.choice(of: AccountSettings.Reconciliation.self),
                analysis: keys["analysis"].map { Self.analysis($0) })
            if let from = settings.from, let to = settings.to, from > to {
                keys["period"]?.report("“period” must not begin after its end.")
            }
            return (settings, Self.securities(keys["securities"]))
        }
        draft.file.settings = settings
        draft.file.currency = settings.currency
        for security in securities { _ = draft.securities.index(of: security) }
    }

    private static func securities(_ node: SettingsNode?) -> [Security] {
        guard let node else { return [] }
        return node.entries().compactMap { key, value in
            guard let symbol = key.text() else { return nil }
            let keys = value.mapping(known: [
                "isin", "cusip", "aliases", "name", "currency", "exchange", "sector", "grade", "logo",
            ])
            let isin = keys["isin"]?.identifier(count: 12, "an ISIN")
            if let node = keys["isin"], let isin, ISIN.hasWrongCheckDigit(isin) {
                node.report("The check digit of the ISIN in “\(node.path)” is wrong.")
            }
            let cusip = keys["cusip"]?.identifier(count: 9, "a CUSIP")
            let logo = keys["logo"]?.text()
            if let logo, !logo.hasPrefix("https://") {
                keys["logo"]?.report("The address of a logo must begin with https://.")
            }
            return Security(
                symbol: symbol.uppercased(), isin: isin, cusip: cusip,
                aliases: keys["aliases"].map { $0.items().compactMap { $0.text()?.uppercased() } },
                name: keys["name"]?.text(), currency: keys["currency"]?.currency(), exchange: keys["exchange"]?.text(),
                sector: keys["sector"]?.text(), grade: keys["grade"]?.text(), logoURL: logo)
        }
    }

    private static func analysis(_ node: SettingsNode) -> AnalysisSettings {
        let figures: [(name: String, property: WritableKeyPath<AnalysisSettings, Amount>)] = [
            ("minimumConfidence", \.minimumConfidence), ("minimumPrice", \.minimumPrice), ("cashShare", \.cashShare),
            ("positionLimit", \.positionLimit), ("saleFactor", \.saleFactor), ("holdFactor", \.holdFactor),
            ("minimumSale", \.minimumSale), ("profitGain", \.profitGain), ("profitVolatility", \.profitVolatility),
            ("fullProfitGain", \.fullProfitGain), ("profitPriority", \.profitPriority),
        ]
        let days: [(name: String, property: WritableKeyPath<AnalysisSettings, Int>)] = [
            ("maximumAgeInDays", \.maximumAgeInDays), ("validityInDays", \.validityInDays),
        ]
        let keys = node.mapping(known: figures.map(\.name) + days.map(\.name))
        var settings = AnalysisSettings()
        for (name, property) in figures {
            if let number = keys[name]?.amount() { settings[keyPath: property] = number }
        }
        for (name, property) in days {
            if let number = keys[name]?.integer(in: 1...3_650) { settings[keyPath: property] = number }
        }
        // The value is a divisor.
        if settings.fullProfitGain == 0 { keys["fullProfitGain"]?.report("“fullProfitGain” must be greater than 0.") }
        for name in ["minimumConfidence", "cashShare", "positionLimit", "holdFactor", "minimumSale"] {
            guard let property = figures.first(where: { $0.name == name })?.property else { continue }
            if settings[keyPath: property] > 1 { keys[name]?.report("“\(name)” must be a part from 0 to 1.") }
        }
        return settings
    }
}

extension SettingsNode {
    /// Returns an identifier with a fixed number of letters and digits; others are reported.
    fileprivate func identifier(count: Int, _ what: String) -> String? {
        guard let text = text()?.uppercased() else { return nil }
        guard text.utf8.count == count, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            report("“\(path)” must be \(what) of \(count) letters and digits, in quotation marks.")
            return nil
        }
        return text
    }
}
