import FailureModel
import Foundation
import Pipeline
import Portfolio

/// A portfolio as a fill shows it: by its edition, with what the assistant described.
struct PortfolioDesign {
    let edition: PortfolioEdition
    let scores: PortfolioScores
    /// Where everything stands.
    let arrangement: Arrangement
    /// What to know about the assistant's work.
    let warnings: [String]
    /// Whether the JSON for apps differs from that of the stage `arrange`.
    let hasNewJSON: Bool

    /// Reads the edition of a fill.
    ///
    /// - Throws: `malformed_portfolio` with all mistakes of the edition.
    init(_ context: StageContext, _ parts: PortfolioParts) throws {
        typealias Name = PortfolioKind.ArtefactName
        var edition = parts.contents.manifest.edition ?? PortfolioEdition()
        if context.artefact(Name.edition, from: .inputs) != nil {
            let given = try JSONDecoder().decode(
                PortfolioEdition.self, from: try context.bytes(of: Name.edition, from: .inputs))
            edition = given.completed(by: edition)
        }
        try EditionCheck.check(edition, against: parts.contents.manifest)
        scores = try context.scores()
        var arrangement = try Arranger.arrangement(of: parts.contents, scores: scores, edition: edition)
        var warnings: [String] = []
        var isDescribed = false
        if context.artefact(Name.assistant) != nil {
            let descriptions = try JSONDecoder().decode(
                PictureDescriptions.self, from: try context.bytes(of: Name.assistant))
            descriptions.apply(to: &arrangement)
            isDescribed = !descriptions.answers.isEmpty
            if let failure = descriptions.failure { warnings.append(failure) }
        }
        self.edition = edition
        self.arrangement = arrangement
        self.warnings = warnings
        hasNewJSON = edition.json == true || isDescribed
    }
}

extension PortfolioEdition {
    /// What this edition says, and for the rest what another one does.
    fileprivate func completed(by other: PortfolioEdition) -> PortfolioEdition {
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
