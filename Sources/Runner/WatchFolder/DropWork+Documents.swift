import FailureModel
import Files
import Foundation
import Pipeline
import Threads

private enum DropMemory {
    /// The maximum size of an original, in bytes.
    static let originalLimit = InputFile.documentLimit
    /// Memory for originals being stored and results being delivered, shared by all folders.
    static let passing = ByteBudget(originalLimit)
}

extension DropWork {
    // MARK: Reading

    /// Returns the size of a drop's file, in bytes; 0 if it is missing.
    func size(of file: String, _ drop: Drop) async throws -> Int64 {
        try await threads.run { [claimFolder] in
            try claimFolder.files.facts("\(claimFolder.folder(of: drop.id))/\(file)")?.size ?? 0
        }
    }

    /// Returns the bytes of a drop's file.
    func bytes(_ file: String, of drop: Drop, named name: String, limit: Int) throws -> Data {
        do {
            return try claimFolder.read(file, of: drop, limit: limit)
        } catch let error as SystemCallError {
            throw Self.unreadable(name, error)
        }
    }

    /// Returns the failure or error to throw for a disk error.
    ///
    /// An unreadable file fails the drop; other disk errors are retried.
    private static func unreadable(_ name: String, _ error: SystemCallError) -> any Error {
        switch error.number {
        case EACCES, EPERM, EINVAL, ELOOP, EISDIR:
            DropFailure(.inputUnreadable, "\(name) cannot be read: permission denied.")
        case EFBIG: DropFailure(.inputTooLarge, "\(name) is larger than the limit.")
        default: error
        }
    }

    /// Stores the bytes of a dropped original once a kind has recognised it.
    func stored(_ name: String, of drop: Drop, as kind: any Kind) async throws -> KnownOriginal {
        let size = try await size(of: Drop.originalFile, drop)
        return try await DropMemory.passing.with(size) {
            let (bytes, type) = try await read { () throws -> (Data, String) in
                let bytes = try self.bytes(Drop.originalFile, of: drop, named: name, limit: DropMemory.originalLimit)
                do { return (bytes, try kind.mediaType(of: bytes, fileName: name)) } catch { throw DropFailure(error) }
            }
            return try await threads.run { [client, claimFolder] in
                let path = "\(claimFolder.folder(of: drop.id))/\(Drop.originalFile)"
                return KnownOriginal(
                    content: try client.artefacts.put(bytes).hex, byteCount: Int64(bytes.count), mediaType: type,
                    fileName: name, permissions: try claimFolder.files.outputPermissions(path))
            }
        }
    }

    // MARK: Documents

    /// Returns the analysed document with this ID, importing it if it does not exist.
    ///
    /// It is looked up regardless of its owner, since the rule's owner may have changed after the drop was started.
    func analysed(_ original: KnownOriginal, as id: DocumentID) async throws -> Document {
        guard let content = ContentID(hex: original.content) else {
            throw DropFailure(.originalMissing, "The original for these inputs is no longer known; drop it again.")
        }
        do {
            _ = try await client.importStored(
                content, byteCount: original.byteCount, id: id, owner: rule.owner, kind: kind.name,
                fileName: original.fileName, mediaType: original.mediaType, facts: rule.facts)
        } catch StoreError.documentExists {
            // An earlier run has imported it.
        }
        var document = try await client.store.document(id, in: .all)
        if document.state == .imported { document = try await client.process(id, in: .all) }
        if document.state == .processing { document = try await client.settled(id, in: .all) }
        if let failure = document.failure { throw DropFailure(failure, of: id) }
        return document
    }

    /// Fills a document that others may fill differently at any time.
    ///
    /// - Parameters:
    ///   - start: a document that has been analysed and is not being filled.
    ///   - inputs: the inputs of the fill.
    ///   - known: the fill begun earlier with these inputs, if any.
    ///   - begun: records a fill that has begun.
    /// - Returns: the number of the fill.
    /// - Throws: `DropFailure` if the fill failed, or an error of the store.
    func filled(
        _ start: Document, _ inputs: [PipelineClient.Input], known: Drop.Membership.Fill?,
        begun: (Drop.Membership.Fill) async throws -> Void
    ) async throws -> Int {
        let scope = OwnerScope.owner(start.owner)
        var document = start
        var known = known
        while true {
            if let fill = known, fill.document == document.id {
                if document.fill == fill.number {
                    if let failure = document.failure { throw DropFailure(failure, of: document.id) }
                    return fill.number
                }
                let published = try await client.store.artefacts(of: document.id, in: scope, fill: fill.number)
                let names = Set(published.map(\.artefact.name))
                if kind.filled.contains(where: { names.contains($0.artefact) }) { return fill.number }
            }
            do {
                document = try await client.fill(document.id, in: scope, inputs: inputs)
            } catch StoreError.moveNotAllowed(_, from: .filling, to: _) {
                // Another drop is filling it.
                document = try await client.settled(document.id, in: scope)
                continue
            }
            let fill = Drop.Membership.Fill(document: document.id, number: document.fill)
            known = fill
            try await begun(fill)
            document = try await client.settled(document.id, in: scope)
        }
    }

    /// Removes an owner's document, if it exists.
    func remove(_ document: DocumentID, of owner: OwnerID) async throws {
        do { try await client.delete(document, in: .owner(owner)) } catch StoreError.documentUnknown {}
    }

    // MARK: Delivering

    func deliver(
        _ deliverables: [Deliverable], of document: Document, fill: Int, stem: String, key: String, _ drop: Drop
    ) async throws {
        try await withResults(deliverables, of: document, fill: fill) { results in
            try await threads.run { [claimFolder, rule] in
                try Delivery(
                    files: claimFolder.files, journalFolder: claimFolder.folder(of: drop.id),
                    key: drop.id.uuidString + key, target: rule.outbox.path,
                    permissions: claimFolder.permissions(ofResultsOf: drop)
                ).run(stem: stem, items: results)
            }
        }
    }

    /// Runs `body` once there is memory for a document's results.
    ///
    /// The argument of `body` reads the results.
    func withResults<T>(
        _ deliverables: [Deliverable], of document: Document, fill: Int,
        _ body: (@escaping @Sendable () throws -> [Delivery.Item]) async throws -> T
    ) async throws -> T {
        let published = try await client.store.artefacts(of: document.id, in: .all, fill: fill)
        let inputs = try await client.storedInputs(of: document)
        let artefacts = published.map(\.artefact)
        let items = deliverables.flatMap { $0.items(among: artefacts) }
        return try await DropMemory.passing.with(items.reduce(0) { $0 + $1.artefact.byteCount }) {
            try await crashes.inTurn {
                try await body { [client] in
                    try items.compactMap { artefact, suffix in
                        do {
                            let bytes = try client.artefacts.read(artefact.content)
                            return try delivered(bytes, of: artefact.name, document, inputs).map {
                                Delivery.Item(suffix: suffix, bytes: $0)
                            }
                        } catch let error as any StageError where !error.isTransient {
                            throw DropFailure(error)
                        }
                    }
                }
            }
        }
    }

    private func delivered(
        _ bytes: Data, of artefact: String, _ document: Document, _ inputs: [PipelineClient.Input]
    ) throws -> Data? {
        try crashes.reading { try kind.delivered(bytes, of: artefact, document: document, with: inputs) }
    }
}
