import FailureModel
import Pipeline
import Portfolio

/// Scores every input of a portfolio.
struct ScoreStage: Stage {
    let name: StageName = "score"

    func run(_ context: StageContext) async throws -> StageOutcome {
        let contents = try PortfolioParts(context).contents
        guard contents.isUsable else {
            let count = contents.manifest.inputs.count
            guard let first = contents.manifest.inputs.indices.lazy.compactMap(contents.failure).first else {
                throw Failure(.noContent, "The portfolio has no inputs: no picture, video, PDF, text or link.")
            }
            throw Failure(.noContent, "None of the \(count) inputs can be used. The first: \(first.message)")
        }
        let failures = contents.manifest.inputs.indices.count { contents.failure(of: $0) != nil }
        return .done(
            [try context.put(PortfolioScorer.scores(of: contents), named: PortfolioKind.ArtefactName.scores)],
            facts: [
                PortfolioKind.FactName.inputs: "\(contents.manifest.inputs.count)",
                PortfolioKind.FactName.failures: "\(failures)",
            ])
    }
}
