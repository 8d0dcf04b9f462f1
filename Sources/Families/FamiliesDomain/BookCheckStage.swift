import Pipeline
import Storybook

/// Checks whether a book can be made: whether its manifest is readable and pictures exist.
struct BookCheckStage: Stage {
    let name: StageName = "check"

    func run(_ context: StageContext) async throws -> StageOutcome {
        let ordered = try OrderedBook(context)
        return .done(
            [],
            facts: [
                StorybookKind.FactName.artworks: "\(ordered.book.artworks.count)",
                StorybookKind.FactName.omissions: "\(ordered.omissions.count)",
            ])
    }
}
