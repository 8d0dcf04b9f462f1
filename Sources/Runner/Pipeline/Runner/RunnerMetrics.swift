import CoreMetrics

/// The runner's metrics by kind and stage, created once to avoid lookups.
struct RunnerMetrics: Sendable {
    /// The ending of an attempt, as a metrics value.
    enum Ending: String, CaseIterable, Sendable {
        case done
        case retried
        case snoozed
        case released
        case cancelled
        case dead
        case leaseLost = "lease_lost"
        case unpublished
    }

    private struct Counted {
        let endings: [Ending: Counter]
        let duration: Timer
    }

    private let stages: [StageAddress: Counted]
    /// The number of other workers' expired leases found by this runner.
    let expired: Counter
    /// The number of failed claims.
    let claimErrors: Counter

    init(_ addresses: [StageAddress], in factory: any MetricsFactory) {
        expired = Counter(label: "pipeline_leases_expired", dimensions: [], factory: factory)
        claimErrors = Counter(label: "pipeline_claim_errors", dimensions: [], factory: factory)
        stages = Dictionary(
            addresses.map { address in
                let dimensions = [("kind", address.kind.text), ("stage", address.stage.text)]
                let endings = Ending.allCases.map { ending in
                    (
                        ending,
                        Counter(
                            label: "pipeline_attempts", dimensions: dimensions + [("ending", ending.rawValue)],
                            factory: factory)
                    )
                }
                let duration = Timer(label: "pipeline_stage_duration", dimensions: dimensions, factory: factory)
                return (address, Counted(endings: Dictionary(uniqueKeysWithValues: endings), duration: duration))
            }
        ) { $1 }
    }

    func record(_ ending: Ending, of address: StageAddress, after duration: Duration) {
        guard let stage = stages[address] else { return }
        stage.endings[ending]?.increment()
        stage.duration.recordNanoseconds(duration.wholeMilliseconds * 1_000_000)
    }
}
