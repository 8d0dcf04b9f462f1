import Domains
import LocalStore
import Foundation
import Pipeline
import PipelineProcesses

/// The program that the tests of whole portfolios start for their stages: Formwright's own, but for files that ask for
/// something else.
///
/// Its only argument is a `pipeline.yaml`.
@main
struct PortfolioStageFixture {
    static func main() async throws {
        let settings = try SystemSettings(contentsOf: CommandLine.arguments.last, domains: Domains.stored)
        try await StageHost.run(kinds: settings.pipeline.kinds.ruined)
    }
}

extension KindTable {
    /// The same kinds, with files of portfolios that can ruin the process of their stage.
    fileprivate var ruined: KindTable {
        func ruined(_ stages: [ContentKind.PlannedStage]) -> [ContentKind.PlannedStage] {
            stages.map { ContentKind.PlannedStage(RuinedStage(stage: $0.stage), limits: $0.limits) }
        }
        return KindTable(
            names.compactMap { self[$0] }.map { kind in
                guard kind.name == "portfolio-input" else { return kind }
                return ContentKind(kind.name, processing: ruined(kind.processing), filling: kind.filling)
            })
    }
}
