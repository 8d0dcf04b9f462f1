import Pipeline
import Portfolio

extension PortfolioEdition {
    /// Reads a mapping, and reports errors to its file.
    init(reading node: SettingsNode) {
        self.init()
        let keys = node.mapping(known: [
            "page", "theme", "accent", "maxSize", "ppi", "bleed", "sections", "cover", "omit", "order", "captions",
            "titles", "altTexts", "json",
        ])
        page = keys["page"]?.choice(of: Page.self)
        theme = keys["theme"]?.choice(of: Theme.self)
        accent = keys["accent"]?.text()
        maxSize = keys["maxSize"].flatMap { node in
            node.text().flatMap { text in
                let size = ByteSize.parse(text)
                if size == nil { node.report("“\(node.path)” must be a size with its unit, such as 10MB.") }
                return size
            }
        }
        ppi = keys["ppi"]?.integer(in: EditionCheck.ppi)
        bleed = keys["bleed"]?.millimetres(in: EditionCheck.bleed)
        sections = keys["sections"]?.items().compactMap { $0.choice(of: SectionID.self) }
        cover = keys["cover"]?.text()
        omit = keys["omit"]?.texts()
        order = keys["order"]?.texts()
        captions = keys["captions"]?.textsByKey()
        titles = keys["titles"]?.textsByKey()
        altTexts = keys["altTexts"]?.textsByKey()
        json = keys["json"]?.truth()
    }
}

extension SettingsNode {
    /// Returns a length such as `3` or `3mm`, in millimetres.
    fileprivate func millimetres(in range: ClosedRange<Double>) -> Double? {
        guard let text = text() else { return nil }
        let digits = text.hasSuffix("mm") ? String(text.dropLast(2)) : text
        guard let length = Double(digits.filter { $0 != " " }), range.contains(length) else {
            report(
                "“\(path)” must be a length from \(Int(range.lowerBound)) to \(Int(range.upperBound)) mm, such as 3mm.")
            return nil
        }
        return length
    }
}
