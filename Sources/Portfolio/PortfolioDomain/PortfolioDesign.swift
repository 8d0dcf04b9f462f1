import FailureModel
import Foundation
import Pipeline
import Portfolio

/// The design of a portfolio in a fill: its edition, scores and arrangement.
///
/// The arrangement includes the assistant's descriptions.
struct PortfolioDesign {
    let edition: PortfolioEdition
    let scores: PortfolioScores
    /// The arrangement of the content.
    let arrangement: Arrangement
    /// Warnings about the assistant's answers.
    let warnings: [String]
    /// Whether the JSON for apps differs from that of the stage `arrange`.
    let hasNewJSON: Bool

    /// Reads the edition of a fill.
    ///
    /// - Throws: `malformed_portfolio` with all errors of the edition.
    init(_ context: StageContext, _ parts: PortfolioParts) throws {
        typealias Name = PortfolioKind.ArtefactName
        var edition = parts.contents.manifest.edition ?? PortfolioEdition()
        if context.artefact(PortfolioEdition.artefactName, from: .inputs) != nil {
            let given = try JSONDecoder().decode(
                PortfolioEdition.self, from: try context.bytes(of: PortfolioEdition.artefactName, from: .inputs))
            edition = given.completed(by: edition)
        }
        edition = try EditionFile(edition).checked(against: parts.contents.manifest)
        scores = try context.scores()
        var arrangement = try Arranger.arrangement(of: parts.contents, scores: scores, edition: edition)
        var warnings: [String] = []
        var isDescribed = false
        if context.artefact(Name.assistant) != nil {
            let descriptions = try JSONDecoder().decode(
                PictureDescriptions.self, from: try context.bytes(of: Name.assistant))
            descriptions.apply(to: &arrangement)
            isDescribed = !descriptions.answers.isEmpty
            if let warning = descriptions.warning { warnings.append(warning) }
        }
        self.edition = edition
        self.arrangement = arrangement
        self.warnings = warnings
        hasNewJSON = edition.json == true || isDescribed
    }
}
