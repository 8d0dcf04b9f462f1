extension PortfolioEdition {
    /// Returns this edition with missing values taken from another one.
    package func completed(by other: PortfolioEdition) -> PortfolioEdition {
        var edition = self
        edition.page = page ?? other.page
        edition.theme = theme ?? other.theme
        edition.accent = accent ?? other.accent
        edition.maxSize = maxSize ?? other.maxSize
        edition.ppi = ppi ?? other.ppi
        edition.bleed = bleed ?? other.bleed
        edition.sections = sections ?? other.sections
        edition.cover = cover ?? other.cover
        edition.omit = omit ?? other.omit
        edition.order = order ?? other.order
        edition.captions = captions ?? other.captions
        edition.titles = titles ?? other.titles
        edition.altTexts = altTexts ?? other.altTexts
        edition.json = json ?? other.json
        return edition
    }
}
