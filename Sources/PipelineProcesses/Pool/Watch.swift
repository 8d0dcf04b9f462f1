package import Pipeline

/// Looks after one attempt: whether its process lives, works, and keeps to its limits. Pure: it is told everything.
package struct Watch {
    package typealias Instant = SuspendingClock.Instant

    /// What to kill the process for.
    package enum Verdict: Hashable {
        case timedOut
        case cpuExceeded
        /// No sign of life.
        case silent
        /// Signs of life, but nothing is done.
        case stalled
    }

    private let limits: StageLimits
    private let settings: StagePoolSettings
    /// At the start, or at the latest progress.
    private var cpuAtStart: Duration
    private var hasProgressed = false
    private var deadline: Instant
    private var heardAt: Instant
    private var quietSince: Instant?
    private var lookedAt: Instant
    package private(set) var hasStarted = false

    package init(_ limits: StageLimits, _ settings: StagePoolSettings, from now: Instant, cpuTime: Duration) {
        self.limits = limits
        self.settings = settings
        cpuAtStart = cpuTime
        deadline = now + limits.wallTime
        heardAt = now
        lookedAt = now
    }

    /// The longest that may pass until the next look.
    package var interval: Duration { min(settings.heartbeat / 2, .milliseconds(200)) }

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

    /// What is heard must be told first.
    package mutating func look(at now: Instant, cpuTime: Duration?) -> Verdict? {
        // A gap means that this process was paused itself. Its children may have been as well: their silence is forgiven.
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
