import Audit
import Foundation
import GRDB
package import Pipeline
import PipelineSQLite

/// Deletes what has been kept for as long as the settings allow.
///
/// A document's last use is its last move, or the last entry of the log of accesses about it. A part of another document is
/// kept as long as that one. Any number of processes may do
/// this on one store.
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

    /// Documents that are deleted in one transaction.
    private static let batch = 50

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
            while true {
                let expired = try await expire(unusedSince: clock.now - .seconds(days * 86_400))
                for bytes in expired { try await system.client.discard(bytes) }
                outcome.documents += expired.count
                if expired.count < Self.batch { break }
            }
        }
        // The log is what the last use of a document is known by.
        let kept = max(settings.auditDays, settings.days ?? 0)
        outcome.entries = try await system.audit.purge(before: clock.now - .seconds(kept * 86_400))
        return outcome
    }

    /// Deletes some documents and returns the bytes of each.
    private func expire(unusedSince cutoff: Timestamp) async throws -> [[ContentID: Timestamp]] {
        let now = clock.now
        return try await system.database.write { transaction in
            let ids = try String.fetchAll(
                transaction.db,
                sql: """
                    SELECT id FROM documents
                    WHERE updated_at < ?1 AND state NOT IN ('processing', 'filling')
                        AND NOT EXISTS (SELECT 1 FROM audit_entries WHERE document = documents.id AND at >= ?1)
                        AND NOT EXISTS (SELECT 1 FROM parts WHERE part_id = documents.id AND part = sequence)
                    ORDER BY sequence LIMIT ?2
                    """, arguments: [cutoff.milliseconds, Self.batch]
            ).compactMap(DocumentID.init)
            return try ids.map { id in
                let document = try transaction.document(id, in: .all)
                let bytes = document.bytes(with: try transaction.artefacts(of: id))
                try transaction.delete(id, in: .all, at: now)
                try AuditLog.insert(
                    .expired, of: id, by: AuditActor(owner: document.owner, credential: "retention"), at: now,
                    transaction.db)
                return bytes
            }
        }
    }
}
