import Pipeline
import Portfolio

/// Scores every input of a portfolio.
struct ScoreStage: Stage {
    let name: StageName = "score"

    func run(_ context: StageContext) async throws -> StageOutcome {
        let contents = try PortfolioParts(context).contents
        try contents.checkIsUsable()
        let failures = contents.manifest.inputs.indices.count { contents.failure(of: $0) != nil }
        return .done(
            [
                try context.put(
                    canonical: PortfolioScorer.scores(of: contents), named: PortfolioKind.ArtefactName.scores)
            ],
            facts: [
                PortfolioKind.FactName.inputs: "\(contents.manifest.inputs.count)",
                PortfolioKind.FactName.failures: "\(failures)",
            ])
    }
}
