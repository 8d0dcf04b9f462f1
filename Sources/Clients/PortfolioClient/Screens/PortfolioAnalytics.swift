/// An event of the app's statistics.
public enum PortfolioEvent: Sendable, Hashable {
    case portfolioView(portfolio: String, category: String)
    case sectionView(portfolio: String, section: String)
    case blockInteraction(portfolio: String, block: String, action: String)
    case callToActionClick(portfolio: String, action: String)

    /// The name of the event, as portfolios list it.
    public var name: String {
        switch self {
        case .portfolioView: "portfolio_view"
        case .sectionView: "section_view"
        case .blockInteraction: "block_interaction"
        case .callToActionClick: "cta_click"
        }
    }
}
