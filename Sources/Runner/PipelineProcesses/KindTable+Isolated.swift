package import Pipeline

extension KindTable {
    /// Returns the same kinds and limits, with stages that run in the pool's processes.
    ///
    /// This is for a ``Pipeline/Runner``; code that only imports, fills or reads needs no pool.
    package func isolated(in pool: StagePool) -> KindTable {
        func isolated(_ stages: [ContentKind.PlannedStage]) -> [ContentKind.PlannedStage] {
            stages.map {
                ContentKind.PlannedStage(IsolatedStage($0.stage, in: pool), limits: $0.limits, request: $0.request)
            }
        }
        return KindTable(
            names.compactMap { self[$0] }.map { kind in
                ContentKind(
                    kind.name, processing: isolated(kind.processing), filling: isolated(kind.filling),
                    onDemand: isolated(kind.onDemand), storedInputs: kind.storedInputs)
            })
    }
}

/// A stage that runs in another process.
///
/// It has the name and fingerprint of the original stage, so that results are shared with runners that run the stage
/// themselves.
private struct IsolatedStage: Stage {
    let name: StageName
    let fingerprint: String?
    let readsFileName: Bool
    let decidingFact: String?
    private let pool: StagePool

    init(_ stage: any Stage, in pool: StagePool) {
        name = stage.name
        fingerprint = stage.fingerprint
        readsFileName = stage.readsFileName
        decidingFact = stage.decidingFact
        self.pool = pool
    }

    func run(_ context: StageContext) async throws -> StageOutcome {
        try await pool.run(context, fingerprint: fingerprint)
    }
}
