import CoreMetrics

/// The pool's counters.
///
/// Created once, because a metrics system may look each one up.
struct PoolMetrics: Sendable {
    /// The value of the `reason` label: why a process ended.
    enum Reason: String, CaseIterable, Sendable {
        /// It had run its number of stages, or held too much memory.
        case retired
        /// The pool was shut down.
        case shutdown
        /// Its stage was cancelled.
        case cancelled
        case crashed
        case outOfMemory = "out_of_memory"
        case cpuExceeded = "cpu_exceeded"
        case timedOut = "timed_out"
        case hung
        /// It ended before its first request.
        case failedToStart = "failed_to_start"
        /// It died while idle.
        case lost
    }

    let started: Counter
    private let ended: [Reason: Counter]

    init(in factory: any MetricsFactory) {
        started = Counter(label: "pipeline_processes_started", dimensions: [], factory: factory)
        ended = Dictionary(
            uniqueKeysWithValues: Reason.allCases.map { reason in
                let dimensions = [("reason", reason.rawValue)]
                return (reason, Counter(label: "pipeline_processes_ended", dimensions: dimensions, factory: factory))
            })
    }

    func ended(_ reason: Reason) {
        ended[reason]?.increment()
    }
}
