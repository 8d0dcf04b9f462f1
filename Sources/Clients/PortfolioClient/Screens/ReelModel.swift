public import Foundation
public import Observation
public import ServiceConnection

/// The model of the reel, which shows a portfolio one section at a time.
@MainActor @Observable public final class ReelModel {
    /// The portfolio.
    public private(set) var portfolio: Portfolio?
    /// The place of the section that is shown, from 0.
    public private(set) var sectionIndex = 0
    /// The expanded block.
    public private(set) var expandedBlockID: String?
    /// The state of the request for the portfolio.
    public var state: LoadingState { request.state }

    private let client: PortfolioClient
    private let record: (@MainActor (PortfolioEvent) -> Void)?
    private let request = ScreenRequest()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - client: loads the portfolio.
    ///   - record: receives the events that the portfolio allows to record.
    public init(_ client: PortfolioClient, record: (@MainActor (PortfolioEvent) -> Void)? = nil) {
        self.client = client
        self.record = record
    }

    /// The section that is shown.
    public var section: PortfolioSection? {
        guard let portfolio, portfolio.sections.indices.contains(sectionIndex) else { return nil }
        return portfolio.sections[sectionIndex]
    }

    /// The number of sections.
    public var sectionCount: Int { portfolio?.sections.count ?? 0 }

    /// The part of the portfolio that was shown so far, from 0 to 1.
    public var progress: Double { sectionCount == 0 ? 0 : Double(sectionIndex + 1) / Double(sectionCount) }

    // MARK: Loading

    /// Shows a portfolio that was just made.
    public func show(_ portfolio: Portfolio) {
        self.portfolio = portfolio
        sectionIndex = 0
        expandedBlockID = nil
        request.succeed()
        send(.portfolioView(portfolio: portfolio.id, category: portfolio.category))
    }

    /// Loads a portfolio.
    public func load(_ id: String) async {
        await request.run {
            try await client.portfolio(id)
        } show: {
            show($0.portfolio)
        }
    }

    /// Opens a link into a portfolio; loads it unless it is shown already.
    ///
    /// - Returns: false if the address is no such link.
    @discardableResult
    public func open(_ url: URL) async -> Bool {
        guard let link = DeepLink(url) else { return false }
        if portfolio?.id != link.portfolioID { await load(link.portfolioID) }
        guard portfolio?.id == link.portfolioID else { return true }
        if let section = link.sectionID { go(toSection: section) }
        if let block = link.blockID, section?.blocks.contains(where: { $0.id == block }) == true {
            expandedBlockID = block
        }
        return true
    }

    // MARK: Sections and blocks

    /// Shows the next section, if there is one.
    public func next() { go(to: sectionIndex + 1) }

    /// Shows the previous section, if there is one.
    public func previous() { go(to: sectionIndex - 1) }

    /// Shows a section by its place, from 0; another place changes nothing.
    public func go(to index: Int) {
        guard let portfolio, portfolio.sections.indices.contains(index) else { return }
        sectionIndex = index
        send(.sectionView(portfolio: portfolio.id, section: portfolio.sections[index].id))
    }

    /// Shows a section by its identifier; an unknown one changes nothing.
    public func go(toSection id: String) {
        guard let index = portfolio?.sections.firstIndex(where: { $0.id == id }) else { return }
        go(to: index)
    }

    /// Opens the details of a block, or closes them.
    public func toggle(_ block: Block) {
        expandedBlockID = expandedBlockID == block.id ? nil : block.id
        guard let portfolio else { return }
        send(.blockInteraction(portfolio: portfolio.id, block: block.id, action: "expand_toggle"))
    }

    /// Records that somebody used a button.
    public func follow(_ action: CallToActionContent.Action) {
        guard let portfolio else { return }
        send(.callToActionClick(portfolio: portfolio.id, action: action.actionType))
    }

    private func send(_ event: PortfolioEvent) {
        guard let analytics = portfolio?.analytics, analytics.isEnabled, analytics.trackEvents.contains(event.name)
        else { return }
        record?(event)
    }
}
