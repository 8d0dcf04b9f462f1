package import Pipeline

/// Monitors one attempt: its process must be alive, work, and respect the limits.
///
/// The type is pure: times and signals are passed in.
package struct Watch {
    package typealias Instant = SuspendingClock.Instant

    /// The reason to kill a process.
    package enum Verdict: Hashable {
        case timedOut
        case cpuExceeded
        /// No health signal arrived.
        case silent
        /// Health signals arrive, but no work is done.
        case stalled
    }

    private let limits: StageLimits
    private let settings: StagePoolSettings
    /// The processor time at the start or the latest progress.
    private var cpuAtStart: Duration
    private var hasProgressed = false
    private var deadline: Instant
    private var heardAt: Instant
    private var quietSince: Instant?
    private var lookedAt: Instant
    package private(set) var hasStarted = false

    /// Starts monitoring at `now`, when the process has used `cpuTime`.
    package init(_ limits: StageLimits, _ settings: StagePoolSettings, from now: Instant, cpuTime: Duration) {
        self.limits = limits
        self.settings = settings
        cpuAtStart = cpuTime
        deadline = now + limits.wallTime
        heardAt = now
        lookedAt = now
    }

    /// The maximum time between two checks.
    package var interval: Duration { min(settings.heartbeat / 2, .milliseconds(200)) }

    /// Records a received signal.
    package mutating func hear(_ signal: HealthSignal, at now: Instant) {
        heardAt = now
        switch signal {
        case .quiet: quietSince = quietSince ?? now - settings.heartbeat
        case .started:
            hasStarted = true
            quietSince = nil
        case .progressed:
            hasProgressed = true
            quietSince = nil
        case .alive, .ready, .crashed: quietSince = nil
        }
    }

    /// Checks the limits.
    ///
    /// Received signals must be passed to ``hear(_:at:)`` first.
    package mutating func look(at now: Instant, cpuTime: Duration?) -> Verdict? {
        // A gap means that this process was paused. Its children may have been paused as well, so their silence is
        // excused.
        if now - lookedAt > settings.silence / 2 {
            heardAt = now
            quietSince = nil
        }
        lookedAt = now
        if now >= deadline { return .timedOut }
        if hasProgressed, let cpuTime {
            cpuAtStart = cpuTime
            hasProgressed = false
        }
        if let cpuTime, cpuTime - cpuAtStart > limits.cpuTime { return .cpuExceeded }
        if now - heardAt >= settings.silence { return .silent }
        if let quietSince, now - quietSince >= limits.stall { return .stalled }
        return nil
    }
}
