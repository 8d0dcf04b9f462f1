import CoreMetrics

/// The pool's counters.
///
/// They are created once to avoid lookups.
struct PoolMetrics: Sendable {
    /// The reason for a process's end, as a label of the metrics.
    enum Reason: String, CaseIterable, Sendable {
        /// The process had run enough stages, or held too much memory or many files.
        case retired
        /// The pool was shut down.
        case shutdown
        /// The stage was cancelled.
        case cancelled
        case crashed
        case outOfMemory = "out_of_memory"
        case cpuExceeded = "cpu_exceeded"
        case timedOut = "timed_out"
        case hung
        /// The process ended before its first request.
        case failedToStart = "failed_to_start"
        /// The process died while idle.
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
