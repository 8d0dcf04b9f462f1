import ChildPrograms
import FailureModel
import Foundation
import Pipeline
import Trading
import TradingAPI

/// Computes an account's holdings, gains and returns, and combines the opinions about it.
struct AnalyseStage: Stage {
    let name: StageName = "analyse"
    let needs: Set<StageName> = ["reconcile"]
    let prices: UserCommand?

    func run(_ context: StageContext) async throws -> StageOutcome {
        typealias Name = AccountKind.ArtefactName
        var journal = try AccountBooks.journal(from: context.published, in: context.artefacts)
        var published: [Artefact] = []
        if let prices, let wanted = journal.wantedPrices {
            let table = try prices.answer(to: wanted)
            journal.add(prices: try PriceCommand.prices(in: table))
            published.append(try context.put(table, named: Name.prices, mediaType: "text/csv"))
        }
        try context.checkCancellation()
        let view = try context.advising {
            try AccountView(try Ledger(journal), named: AccountKind.account(of: context.document))
        }
        let holdings = view.portfolioHoldings
        // A stage has no clock; the service inserts the times of the events into responses.
        let never = Date(timeIntervalSinceReferenceDate: 0)
        let analysis = view.analysis(
            try SmartAnalysis.sessions(of: journal), computed: ProcessingTime(started: never, completed: never))
        published += [
            try context.put(holdings, named: Name.holdings), try context.put(view.lots, named: Name.lots),
            try context.put(view.gains(), named: Name.gains),
            try context.put(try context.advising { try view.performance() }, named: Name.performance),
            try context.put(analysis, named: Name.analysis),
        ]
        return .done(
            published,
            facts: [
                AccountKind.FactName.holdings: "\(holdings.holdings.count)",
                AccountKind.FactName.asOf: "\(view.ledger.day)",
            ])
    }
}
