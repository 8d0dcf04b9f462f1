import Audit
package import Pipeline

/// Deletes what has been kept for as long as the settings allow.
///
/// A document's last use is its last move, or the last entry of the log of accesses about it; see ``Expiry``.
package struct Retention: Sendable {
    /// What was deleted.
    package struct Outcome: Sendable, Hashable {
        /// Number of documents.
        package var documents = 0
        /// Number of entries of the log of accesses.
        package var entries = 0

        /// Nothing.
        package init() {}
    }

    private let system: LocalSystem
    private let settings: RetentionSettings
    private let clock: any PipelineClock

    /// Creates the deletion for a store.
    package init(_ system: LocalSystem, clock: any PipelineClock = SystemClock()) {
        self.system = system
        settings = system.settings.retention
        self.clock = clock
    }

    /// Deletes documents that have not been used for long enough, with their bytes, and old entries of the log.
    package func run() async throws -> Outcome {
        var outcome = Outcome()
        if let days = settings.days {
            outcome.documents = try await Expiry(system).run(
                unusedSince: clock.now - .seconds(days * 86_400), at: clock.now)
        }
        // The log is what the last use of a document is known by.
        let kept = max(settings.auditDays, settings.days ?? 0)
        outcome.entries = try await system.audit.purge(before: clock.now - .seconds(kept * 86_400))
        return outcome
    }
}
