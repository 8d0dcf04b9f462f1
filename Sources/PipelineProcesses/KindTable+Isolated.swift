package import Pipeline

extension KindTable {
    /// The same kinds with the same limits, whose stages run in the pool's processes. For a ``Pipeline/Runner``; whoever only
    /// imports, fills or looks needs no pool.
    package func isolated(in pool: StagePool) -> KindTable {
        func isolated(_ stages: [ContentKind.PlannedStage]) -> [ContentKind.PlannedStage] {
            stages.map { ContentKind.PlannedStage(IsolatedStage($0.stage, in: pool), limits: $0.limits) }
        }
        return KindTable(
            names.compactMap { self[$0] }.map { kind in
                ContentKind(kind.name, processing: isolated(kind.processing), filling: isolated(kind.filling))
            })
    }
}

/// A stage that runs elsewhere. Its name and fingerprint are the real one's, so results are shared with runners that run it
/// themselves.
private struct IsolatedStage: Stage {
    let name: StageName
    let fingerprint: String?
    private let pool: StagePool

    init(_ stage: any Stage, in pool: StagePool) {
        name = stage.name
        fingerprint = stage.fingerprint
        self.pool = pool
    }

    func run(_ context: StageContext) async throws -> StageOutcome {
        try await pool.run(context, fingerprint: fingerprint)
    }
}
