import FailureModel
import Foundation
import Pipeline
import Threads

/// Limits in folders of a ``RowHandler``.
private enum RowLimits {
    /// The maximum size of a file that does not become a document, in bytes.
    static let inputs = 1 << 20
    /// Maximum time that an order waits for earlier drops that nobody works on.
    static let patience = Duration.seconds(60)
}

extension DropWork where Handler: RowHandler {
    /// Adds a drop's file to its row or carries out an order, and delivers results.
    func takeIn(_ drop: inout Drop) async throws {
        let role = handler.role(of: drop.original ?? "")
        let group = DropGroup(owner: rule.owner, folder: rule.inbox.path, stem: role.stem)
        do {
            if role.part == .order { return try await carryOut(drop, in: group) }
            if drop.membership == nil {
                do {
                    try await add(&drop, as: role, to: group)
                } catch let failure as Failure where role.part == .inputs {
                    try await rememberMissingInputs(of: group)
                    throw failure
                }
            }
            let isLast = try await isLastWhenSettled(
                drop, group.key, after: rule.rowSettle, looksIntoInbox: true
            ) { name in
                let other = handler.role(of: name)
                return other.part != .order && other.stem == role.stem
            }
            guard isLast else { return try await handler.discardResults(of: group, for: drop.id) }
            do {
                if let results = try await handler.results(of: group, for: drop.id) {
                    try await deliver(results, stem: role.stem, of: drop, in: group)
                    try await handler.discardResults(of: group, for: drop.id)
                }
            } catch let failure as Failure {
                // A later drop reports it if it persists. If a file with data has failed, its own error says what to
                // do, so that the missing data need not be reported.
                let record = try await threads.run { [claimFolder] in try claimFolder.record(ofCollection: group.key) }
                if record.last?.drop ?? drop.id == drop.id, record.lacksInputs != true { throw failure }
            }
        } catch let failure as Failure {
            throw DropFailure(failure)
        }
    }

    // MARK: Adding

    private func add(_ start: inout Drop, as role: DroppedRole, to group: DropGroup) async throws {
        let drop = start
        var original: KnownOriginal?
        let content: DroppedContent
        switch role.part {
        case .original, .companion:
            let file = try await stored(handler.documentName, of: drop, as: kind)
            original = role.part == .original ? file : nil
            content = .document(try await document(of: file, drop))
        case .inputs, .order:
            content = .bytes(try await checked(drop), named: drop.original ?? "")
        }
        do {
            try await locked(group.key) {
                try await handler.add(content, as: role.part, to: group)
                try await threads.run { [claimFolder, clock] in
                    var record = try claimFolder.record(ofCollection: group.key)
                    record.last = CollectionRecord.Addition(drop: drop.id, at: clock.now)
                    if role.part == .inputs { record.lacksInputs = nil }
                    try claimFolder.save(record, ofCollection: group.key)
                }
            }
        } catch let failure as Failure {
            // Nothing of a failed file is kept.
            if case .document(let document) = content { try await remove(document.id, of: rule.owner) }
            throw failure
        }
        var member = drop
        member.membership = Drop.Membership()
        try await threads.run { [member, original, claimFolder] in
            if var original {
                original.fileName = member.original ?? original.fileName
                try claimFolder.remember(original, stem: role.stem, from: member.id)
            }
            try claimFolder.save(member)
        }
        start = member
        othersMayFollow()
    }

    /// Records that a file with data for a group has failed.
    private func rememberMissingInputs(of group: DropGroup) async throws {
        try await locked(group.key) {
            try await threads.run { [claimFolder] in
                var record = try claimFolder.record(ofCollection: group.key)
                record.lacksInputs = true
                try claimFolder.save(record, ofCollection: group.key)
            }
        }
    }

    /// Returns the analysed document of a file.
    ///
    /// A failed document is removed, since no row would ever refer to it.
    private func document(of file: KnownOriginal, _ drop: Drop) async throws -> Document {
        do {
            return try await analysed(file, as: DocumentID(drop.id))
        } catch var failure as DropFailure {
            try await remove(DocumentID(drop.id), of: rule.owner)
            failure.document = nil
            throw failure
        }
    }

    /// Returns the checked bytes of a file that does not become a document.
    private func checked(_ drop: Drop) async throws -> Data {
        try await read { [handler] in
            let bytes = try bytes(Drop.originalFile, of: drop, named: "The file", limit: RowLimits.inputs)
            try handler.check(bytes, named: drop.original ?? "")
            return bytes
        }
    }

    // MARK: Orders

    private func carryOut(_ drop: Drop, in group: DropGroup) async throws {
        let order = try await checked(drop)
        try await waitForEarlierDrops(than: drop)
        guard let results = try await handler.results(ofOrder: order, in: group, for: drop.id) else { return }
        try await deliver(results, stem: group.stem, of: drop, in: group)
    }

    /// Waits until all drops claimed earlier have ended, except orders.
    private func waitForEarlierDrops(than drop: Drop) async throws {
        let start = clock.now
        while true {
            let (isAnyLive, isAnyLeft) = try await threads.run { [claimFolder] () -> (Bool, Bool) in
                let earlier = try claimFolder.unfinished().filter { other in
                    other.id != drop.id && (other.claimed ?? .start) <= (drop.claimed ?? .start)
                        && other.original.map { handler.role(of: $0).part != .order } ?? true
                }
                return (try earlier.contains { try claimFolder.isLive($0.id) }, !earlier.isEmpty)
            }
            // A drop that nobody works on may be taken over shortly, or wait for the next run.
            if !isAnyLive, !isAnyLeft || clock.now - start >= RowLimits.patience { return }
            try await clock.sleep(for: max(.milliseconds(50), rule.settle / 4))
        }
    }

    // MARK: Delivering

    /// Delivers results, replacing those with the same key.
    ///
    /// Nothing is delivered if more has been added to the group.
    private func deliver(
        _ results: DropResults, stem: String, of drop: Drop, in group: DropGroup
    ) async throws {
        let document = results.document
        if try await isDelivered(document, to: results.key) { return }
        try await withResults(results.deliverables, of: document, fill: document.fill) { items in
            try await locked(results.key) {
                guard try await isLast(drop, group.key) else { return }
                try await threads.run { [claimFolder] in
                    var record = try claimFolder.record(ofCollection: results.key)
                    let delivery = delivery(of: results.key)
                    try delivery.complete(&record)
                    try delivery.run(&record, document: document.id, stem: stem, items: items)
                }
            }
        }
    }
}

extension Timestamp {
    /// The assumed time of claims without a recorded time.
    fileprivate static let start = Timestamp(milliseconds: 0)
}
