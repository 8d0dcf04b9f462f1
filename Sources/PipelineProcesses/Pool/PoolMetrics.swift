import CoreMetrics

/// What the pool counts. Made once: a metrics system may look each one up.
struct PoolMetrics: Sendable {
    /// Why a process ended, as the counters tell it.
    enum Reason: String, CaseIterable, Sendable {
        /// It had done its share, or held too much memory.
        case retired
        /// The pool was shut down.
        case shutdown
        /// Its stage was not wanted any more.
        case cancelled
        case crashed
        case outOfMemory = "out_of_memory"
        case cpuExceeded = "cpu_exceeded"
        case timedOut = "timed_out"
        case hung
        /// It did not come as far as its first request.
        case failedToStart = "failed_to_start"
        /// It died while it had nothing to do.
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
