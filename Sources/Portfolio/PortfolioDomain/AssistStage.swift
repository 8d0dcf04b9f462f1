import FailureModel
import Foundation
import Pipeline
import Portfolio

/// Asks the user's command to describe pictures without a description.
struct AssistStage: Stage {
    let name: StageName = "assist"
    let needs: Set<StageName> = ["score", "arrange"]
    let assistant: PictureAssistant

    func run(_ context: StageContext) async throws -> StageOutcome {
        let parts = try PortfolioParts(context)
        let arrangement = try PortfolioDesign(context, parts).arrangement
        var inputs: Set<Int> = []
        for media in arrangement.media where media.page == 0 && media.altTextSource == .rule {
            inputs.insert(media.input)
        }
        let subjects = inputs.sorted().compactMap { subject($0, parts, context) }
        let descriptions = try assistant.describe(subjects, language: parts.contents.manifest.language) { completed in
            context.reportProgress(completed: completed, total: subjects.count, unit: "picture")
            try context.checkCancellation()
        }
        return .done([try context.put(canonical: descriptions, named: PortfolioKind.ArtefactName.assistant)])
    }

    private func subject(
        _ input: Int, _ parts: PortfolioParts, _ context: StageContext
    ) -> PictureAssistant.Subject? {
        guard let analysis = parts.contents.analysis(of: input), let picture = analysis.picture,
            let rendition = analysis.renditions.first(where: { $0.quality == .medium && $0.page == 0 }),
            let artefact = parts.artefact(rendition.name, of: input)
        else { return nil }
        // Commands read the features as numbers by name, and the details are for the scorer.
        var features = picture.features
        features.details = nil
        return PictureAssistant.Subject(
            input: input, mediaType: rendition.mediaType, features: features
        ) { try context.bytes(of: artefact) }
    }
}
