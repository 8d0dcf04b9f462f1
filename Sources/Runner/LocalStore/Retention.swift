import Audit
package import Pipeline
import PipelineSQL

/// Deletes data past the retention periods of the settings.
///
/// A document's last use is its last move or its last entry in the audit log; see ``Expiry``.
package struct Retention: Sendable {
    /// The numbers of deleted items.
    package struct Outcome: Sendable, Hashable {
        /// Number of documents.
        package var documents = 0
        /// Number of audit log entries.
        package var entries = 0

        /// Creates an empty result.
        package init() {}
    }

    private let system: LocalSystem
    private let settings: RetentionSettings
    private let clock: (any PipelineClock)?

    /// Creates a retention for a store.
    ///
    /// - Parameters:
    ///   - system: the store.
    ///   - clock: decides what is too old; `nil` for the store's clock.
    package init(_ system: LocalSystem, clock: (any PipelineClock)? = nil) {
        self.system = system
        settings = system.settings.retention
        self.clock = clock
    }

    /// Deletes documents unused for too long, with their bytes, and old log entries.
    package func run() async throws -> Outcome {
        var outcome = Outcome()
        let now = if let clock { clock.now } else { try await system.database.currentTime() }
        if let days = settings.days {
            outcome.documents = try await Expiry(system).run(
                unusedSince: now - .seconds(days * 86_400), at: now)
        }
        // The last use of a document is looked up in the log.
        let kept = max(settings.auditDays, settings.days ?? 0)
        outcome.entries = try await system.audit.purge(before: now - .seconds(kept * 86_400))
        return outcome
    }
}
