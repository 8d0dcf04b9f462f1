import Foundation
import Pipeline
import SQL

/// The locks for the start of a transaction, from an earlier attempt.
struct LockPlan: Sendable {
    var keys: Set<Int64> = []
    var documents: Set<Int64> = []
}

/// The refusal of a lock out of order, with the plan for the next attempt.
struct LocksOutOfOrder: Error {
    let plan: LockPlan
}

/// The locks that a transaction holds.
///
/// On SQLite one transaction writes at a time. On PostgreSQL moves lock what they rely on, always in this order, so that
/// no two can wait for each other:
/// 1. the keys of shared results, by number: who leads, who follows and what is known changes only under them;
/// 2. the documents, by number: a document's job, and whether its whole waits for it, change only under them;
/// 3. the documents' jobs.
///
/// A claim, which waits for nobody, passes over whatever is locked. A move that finds out late what else it touches
/// throws ``LocksOutOfOrder``, and its next attempt begins with all of it.
final class HeldLocks {
    private(set) var held = LockPlan()

    fileprivate func missingKeys(_ wanted: Set<Int64>) throws(LocksOutOfOrder) -> [Int64] {
        let missing = wanted.subtracting(held.keys)
        guard let first = missing.min() else { return [] }
        guard held.documents.isEmpty, first > held.keys.max() ?? .min else {
            throw LocksOutOfOrder(plan: LockPlan(keys: held.keys.union(wanted), documents: held.documents))
        }
        return missing.sorted()
    }

    fileprivate func missingDocuments(_ wanted: Set<Int64>) throws(LocksOutOfOrder) -> [Int64] {
        let missing = wanted.subtracting(held.documents)
        guard let first = missing.min() else { return [] }
        guard first > held.documents.max() ?? .min else {
            throw LocksOutOfOrder(plan: LockPlan(keys: held.keys, documents: held.documents.union(wanted)))
        }
        return missing.sorted()
    }

    fileprivate func add(keys: [Int64]) { held.keys.formUnion(keys) }

    fileprivate func add(documents: [Int64]) { held.documents.formUnion(documents) }
}

extension Tables {
    /// The clause for locking the rows of a query.
    var forUpdate: String { isShared ? "FOR UPDATE" : "" }

    /// Takes the locks that an earlier attempt wanted too late.
    func lock(_ plan: LockPlan) throws {
        try lock(keyNumbers: plan.keys)
        try lock(documents: plan.documents)
    }

    /// Locks the keys of shared results.
    func lock(keys: some Sequence<ContentID>) throws {
        guard isShared else { return }
        // Two keys with the same first 64 bits share a lock, which is safe.
        try lock(keyNumbers: Set(keys.compactMap { UInt64($0.hex.prefix(16), radix: 16) }.map(Int64.init(bitPattern:))))
    }

    private func lock(keyNumbers: Set<Int64>) throws {
        let missing = try locks.missingKeys(keyNumbers)
        for key in missing { try db.enqueue("SELECT pg_advisory_xact_lock(?)", [key]) }
        locks.add(keys: missing)
    }

    /// Locks documents by their numbers.
    func lock(documents: Set<Int64>) throws {
        guard isShared else { return }
        let missing = try locks.missingDocuments(documents)
        if missing.count == 1 {
            try db.enqueue("SELECT 1 FROM documents WHERE sequence = ? FOR NO KEY UPDATE", [missing[0]])
        } else if !missing.isEmpty {
            try db.enqueue(
                "SELECT 1 FROM documents WHERE sequence \(Self.isIn) ORDER BY sequence FOR NO KEY UPDATE",
                [Self.list(missing)])
        }
        locks.add(documents: missing)
    }

    /// Locks a document and returns it; one outside the scope is unknown.
    func lockedDocument(_ id: DocumentID, in scope: OwnerScope) throws -> Document {
        guard isShared else { return try document(id, in: scope) }
        if !locks.held.documents.isEmpty { try lock(documents: [document(id, in: scope).sequence]) }
        let document = try db.row(
            "SELECT \(documentColumns) FROM documents WHERE id = ? FOR NO KEY UPDATE", [id.description],
            Document.init(row:))
        guard let document, scope.contains(document.owner) else { throw StoreError.documentUnknown(id) }
        locks.add(documents: [document.sequence])
        return document
    }

    /// Locks the document of a lease's job.
    ///
    /// If the job ends and has a reuse key, the key and its followers' documents are locked too.
    ///
    /// - Parameters:
    ///   - lease: the lease.
    ///   - isEnding: whether the job ends, which concerns its followers.
    ///   - route: the remaining stages.
    /// - Throws: `lease_lost` if there is no such job.
    func lockDocument(of lease: Lease, isEnding: Bool = false, then route: Route? = nil) throws {
        guard isShared else { return }
        let job = try constants(of: lease)
        try lock([job.document], key: isEnding ? job.key : nil, route)
    }

    /// Locks the document of a job that ends, as ``lockDocument(of:isEnding:then:)`` does, and returns it.
    func lockedDocument(of lease: Lease, then route: Route) throws -> PendingRows<Document> {
        guard isShared else {
            return try db.pendingRows(
                "SELECT \(documentColumns) FROM documents WHERE sequence = (SELECT document FROM jobs WHERE id = ?)",
                [lease.job.number], Document.init(row:))
        }
        let job = try constants(of: lease)
        try lock(keys: keys(of: route, and: job.key))
        let followers = try job.key.map(followingDocuments) ?? []
        if !followers.isEmpty { try lock(documents: Set(followers + [job.document])) }
        locks.add(documents: try locks.missingDocuments([job.document]))
        return try db.pendingRows(
            "SELECT \(documentColumns) FROM documents WHERE sequence = ? FOR NO KEY UPDATE", [job.document],
            Document.init(row:))
    }

    /// Returns what never changes of a lease's job: its document's number and its reuse key.
    private func constants(of lease: Lease) throws -> (document: Int64, key: ContentID?) {
        let job = try db.row("SELECT document, reuse_key FROM jobs WHERE id = ?", [lease.job.number]) {
            (document: $0[0] as Int64, key: ($0[1] as String?).flatMap(ContentID.init(hex:)))
        }
        guard let job else { throw StoreError.leaseLost(lease.job) }
        return job
    }

    /// Locks a document with a live job, its reuse key and the followers' documents.
    func lockLiveJob(of id: DocumentID) throws {
        guard isShared else { return }
        let job = try db.row(
            "SELECT document, reuse_key FROM jobs WHERE document = \(Self.documentNumber) AND finished_at IS NULL",
            [id.description]
        ) { (document: $0[0] as Int64, key: ($0[1] as String?).flatMap(ContentID.init(hex:))) }
        if let job { try lock([job.document], key: job.key, nil) }
    }

    /// Locks the documents and keys of jobs with expired leases.
    func lockDocuments(of jobs: [Job]) throws {
        guard isShared, !jobs.isEmpty else { return }
        let keys = Set(jobs.compactMap(\.reuseKey))
        try lock(keys: keys)
        var documents = Set(
            try db.values(
                Int64.self, "SELECT document FROM jobs WHERE id \(Self.isIn)", [Self.list(jobs.map(\.id.number))]))
        for key in keys { documents.formUnion(try followingDocuments(of: key)) }
        try lock(documents: documents)
    }

    private func lock(_ documents: Set<Int64>, key: ContentID?, _ route: Route?) throws {
        try lock(keys: keys(of: route, and: key))
        try lock(documents: documents.union(try key.map(followingDocuments) ?? []))
    }

    private func keys(of route: Route?, and key: ContentID?) -> Set<ContentID> {
        Set((route?.steps ?? []).compactMap(\.reuseKey) + (key.map { [$0] } ?? []))
    }

    private func followingDocuments(of key: ContentID) throws -> [Int64] {
        try db.values(
            Int64.self, "SELECT document FROM jobs WHERE reuse_key = ? AND state = 'following'", [key.hex])
    }

    /// The condition that a number is in the list of an argument; see ``list(_:)``.
    static let isIn = "IN (SELECT CAST(number AS bigint) FROM json_array_elements_text(CAST(? AS json)) AS number)"

    /// Returns numbers as the argument of ``isIn``.
    static func list(_ numbers: some Sequence<Int64>) -> String {
        "[\(numbers.map { "\($0)" }.joined(separator: ","))]"
    }
}
