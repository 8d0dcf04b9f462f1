import LocalStore
import FailureModel
import Files
import Foundation
import Pipeline
import Portfolio

/// Arranges the inputs of a portfolio.
struct ArrangeStage: Stage {
    let name: StageName = "arrange"
    let needs: Set<StageName> = ["score"]

    func run(_ context: StageContext) async throws -> StageOutcome {
        let parts = try PortfolioParts(context)
        // The manifest's own edition applies to the book, like that of a fill.
        let edition = PortfolioEdition()
        let arrangement = try Arranger.arrangement(
            of: parts.contents, scores: try context.scores(), edition: edition)
        return .done(try context.put(arrangement, of: parts, edition))
    }
}

extension StageContext {
    /// Returns the scores published by the stage `score`.
    func scores() throws -> PortfolioScores {
        try JSONDecoder().decode(
            PortfolioScores.self, from: try bytes(of: PortfolioKind.ArtefactName.scores, from: "score"))
    }

    /// Stores a value as an artefact in JSON with sorted keys.
    ///
    /// Equal values are equal artefacts.
    func put(canonical value: some Encodable, named name: String) throws -> Artefact {
        try put(try JSONText.compact(value), named: name, mediaType: "application/json")
    }

    /// Stores an arrangement, the JSON for apps, and the referenced media.
    func put(_ arrangement: Arrangement, of parts: PortfolioParts, _ edition: PortfolioEdition) throws -> [Artefact] {
        typealias Name = PortfolioKind.ArtefactName
        let response = PortfolioJSON.response(
            for: arrangement, of: parts.contents, portfolioID: document.id.wireText, edition: edition)
        let names = PortfolioJSON.media(of: response.portfolio)
        let archive = try TemporaryArchive()
        for (index, name) in names.enumerated() {
            guard let artefact = parts.artefact(name.rendition, of: name.input) else {
                throw Failure(.artefactMissing, "A picture that the portfolio shows is missing.")
            }
            try checkCancellation()
            try archive.add(artefact, from: artefacts, named: PortfolioKind.mediaFolder + name.description)
            reportProgress(completed: index + 1, total: names.count, unit: "medium")
        }
        return [
            try put(canonical: arrangement, named: Name.arrangement),
            try put(canonical: response, named: Name.portfolio),
            try put(named: Name.media, mediaType: "application/zip") { append in try archive.finish(append) },
        ]
    }
}
