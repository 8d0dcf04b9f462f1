import Pipeline
import Storybook

/// Finds out whether a book can be made: whether its manifest can be read, and which of its pictures there are.
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
