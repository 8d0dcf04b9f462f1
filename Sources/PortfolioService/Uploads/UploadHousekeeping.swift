import Audit
package import Formwright
import Foundation
import GRDB
package import Logging
package import Pipeline
import PipelineSQLite
import PortfolioInputs
import ServiceLifecycle

/// Removes uploads that no portfolio shows, a week after they came, for as long as a program runs.
///
/// Any number of processes may do this on one store.
package struct UploadHousekeeping: Service {
    private let system: LocalSystem
    private let clock: any PipelineClock
    private let logger: Logger

    /// How long an upload may wait to be used.
    package static let lifetime = Duration.seconds(7 * 86_400)
    /// The time from one round to the next.
    private static let interval = Duration.seconds(3600)
    /// Uploads that are removed in one transaction.
    private static let batch = 50

    /// Creates a service that does nothing before it runs.
    ///
    /// - Parameters:
    ///   - system: the store.
    ///   - clock: tells what is over.
    ///   - logger: receives what interrupts a round.
    package init(_ system: LocalSystem, clock: any PipelineClock = SystemClock(), logger: Logger) {
        self.system = system
        self.clock = clock
        self.logger = logger
    }

    /// Works until graceful shutdown or cancellation.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    let count = try await keep()
                    if count > 0 { logger.info("removed unused uploads", metadata: ["uploads": "\(count)"]) }
                } catch {
                    logger.error(
                        "unused uploads cannot be removed; the next round tries again", metadata: ["error": "\(error)"])
                }
                try? await clock.sleep(for: Self.interval)
            }
        }
    }

    /// Removes once what is over, and returns how many uploads were removed.
    package func keep() async throws -> Int {
        var count = 0
        while true {
            let removed = try await remove(unusedSince: clock.now - Self.lifetime)
            for bytes in removed { try await system.client.discard(bytes) }
            count += removed.count
            if removed.count < Self.batch { return count }
        }
    }

    /// Removes some uploads and returns the bytes of each.
    private func remove(unusedSince cutoff: Timestamp) async throws -> [[ContentID: Timestamp]] {
        let now = clock.now
        return try await system.database.write { transaction in
            let ids = try String.fetchAll(
                transaction.db,
                sql: """
                    SELECT id FROM documents
                    WHERE kind = ?1 AND updated_at < ?2 AND state NOT IN ('processing', 'filling')
                        AND NOT EXISTS (SELECT 1 FROM parts WHERE part_id = documents.id AND part = sequence)
                    ORDER BY sequence LIMIT ?3
                    """, arguments: [PortfolioInputKind.name.text, cutoff.milliseconds, Self.batch]
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
