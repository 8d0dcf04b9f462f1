import Portfolio

extension PortfolioEdition {
    /// Returns the edition with the values of another one where it has none, as the stages complete it.
    func completed(by other: PortfolioEdition) -> PortfolioEdition {
        var result = self
        result.sections = sections ?? other.sections
        result.cover = cover ?? other.cover
        result.omit = omit ?? other.omit
        result.order = order ?? other.order
        result.captions = captions ?? other.captions
        result.titles = titles ?? other.titles
        result.altTexts = altTexts ?? other.altTexts
        return result
    }
}
