import Audit
package import Pipeline
import PipelineSQL

/// Deletes documents unused for a given time, with their bytes.
///
/// Each deletion is recorded in the audit log. A part of another document is kept as long as that document. Several
/// processes may run this on one store.
package struct Expiry: Sendable {
    private let system: LocalSystem
    private let kind: KindName?
    private let countsAccesses: Bool

    /// Maximum number of documents deleted in one transaction.
    private static let batch = 50

    /// Creates an expiry for a store.
    ///
    /// - Parameters:
    ///   - system: the store.
    ///   - kind: the kind of documents that expire; `nil` for all kinds.
    ///   - countsAccesses: whether an entry in the audit log counts as use; otherwise only moves of the document do.
    package init(_ system: LocalSystem, kind: KindName? = nil, countsAccesses: Bool = true) {
        self.system = system
        self.kind = kind
        self.countsAccesses = countsAccesses
    }

    /// Deletes documents unused since `cutoff` and returns their number.
    ///
    /// - Throws: errors of the store.
    package func run(unusedSince cutoff: Timestamp, at now: Timestamp) async throws -> Int {
        var count = 0
        while true {
            let deleted = try await deleteBatch(unusedSince: cutoff, at: now)
            for bytes in deleted { try await system.client.discard(bytes) }
            count += deleted.count
            if deleted.count < Self.batch { return count }
        }
    }

    /// Returns the first documents that nobody has used since `cutoff`.
    private func unused(since cutoff: Timestamp, in transaction: StoreTransaction) throws -> [DocumentID] {
        var (unused, last): ([DocumentID], Int64) = ([], 0)
        while unused.count < Self.batch {
            let page = try transaction.stored.unmoved(since: cutoff, kind: kind, after: last, limit: 10 * Self.batch)
            guard let end = page.last else { break }
            last = end.sequence
            let ids = page.map(\.id)
            let used =
                countsAccesses ? try AuditLog.documents(among: ids, usedSince: cutoff, transaction.db) : []
            unused += ids.filter { !used.contains($0) }
        }
        return Array(unused.prefix(Self.batch))
    }

    /// Deletes some documents and returns the bytes of each.
    private func deleteBatch(
        unusedSince cutoff: Timestamp, at now: Timestamp
    ) async throws -> [[ContentID: Timestamp]] {
        try await system.database.write { transaction in
            try unused(since: cutoff, in: transaction).map { id in
                let document = try transaction.document(id, in: .all)
                let bytes = document.bytes(with: try transaction.stored.artefacts(of: id))
                try transaction.delete(id, in: .all, at: now)
                try AuditLog.insert(
                    .expired, of: id, by: AuditActor(owner: document.owner, credential: "retention"), at: now,
                    transaction.db)
                return bytes
            }
        }
    }
}
