import FailureModel
import FileCollections
import Foundation
import Pipeline
import Threads

extension DropWork where Handler == CollectionHandler {
    /// Adds a drop's file to its collection; the last one delivers the results.
    func grow(_ drop: inout Drop) async throws {
        let fileName = drop.original ?? ""
        let collection = handler.collectionKind.collection(of: fileName)
        if drop.membership == nil {
            let file = try await stored(fileName, of: drop, as: handler.collectionKind.fileKind)
            guard let collection else {
                throw DropFailure(.unsupportedType, "\(fileName) does not have the name of a file of an \(kind.name).")
            }
            try await add(file, of: drop, to: collection)
            // Only once it is saved: delivery would otherwise wait for this drop as if it had not been added.
            var member = drop
            member.membership = Drop.Membership()
            try await threads.run { [member, claimFolder] in try claimFolder.save(member) }
            drop = member
            othersMayFollow()
        }
        guard let collection else { return }
        let isLast = try await isLastWhenSettled(drop, collection, after: rule.settle) {
            handler.collectionKind.collection(of: $0) == collection
        }
        guard isLast else { return }
        let key = try self.key(collection, try await currentOwner(of: collection))
        do {
            while try await !deliverResults(of: key, &drop) {}
        } catch let failure as DropFailure {
            // A later drop reports it if it persists.
            if try await self.isLast(drop, collection) { throw failure }
        } catch let failure as Failure where failure.code == .collectionUnknown {
            // The collection has been deleted.
        }
    }

    // MARK: Adding

    /// Reads a file and adds it to its collection.
    private func add(_ file: KnownOriginal, of drop: Drop, to collection: String) async throws {
        guard let content = ContentID(hex: file.content) else {
            throw DropFailure(.originalMissing, "The file is no longer stored; drop it again.")
        }
        let new = FileCollections.NewFile(
            content: content, byteCount: file.byteCount, name: file.fileName, mediaType: file.mediaType)
        var owner = try await currentOwner(of: collection)
        while true {
            let key = try self.key(collection, owner)
            do {
                let document = try await read(new, of: drop, key)
                // Not earlier: the bytes would be deleted with the document.
                if owner != rule.owner { try await removeDocument(of: drop, for: rule.owner) }
                if let failure = document.failure {
                    // Its companions may have moved to another owner meanwhile.
                    let current = try await currentOwner(of: collection)
                    guard current != owner else { throw DropFailure(failure, of: document.id) }
                    try await storeAgain(drop)
                    owner = current
                    continue
                }
                if rule.owner == .local, let named = handler.collectionKind.owner(namedBy: document), named != owner {
                    try await name(named, insteadOf: key)
                }
                let outcome = try await handler.adder.add(
                    CollectionAdder.File(document: document, drop: drop.id), to: "\(rule.inbox.path)/\(collection)"
                ) { files in await self.add(files, to: collection) }
                guard case .moved(let current) = outcome else { return }
                try await storeAgain(drop)
                owner = current
            } catch StoreError.documentUnknown {
                // The collection was deleted or moved meanwhile, and the document with it.
                try await clock.sleep(for: .milliseconds(50))
                owner = try await currentOwner(of: collection)
            } catch let error as StoreError {
                guard case .partsRefused = error else { throw error }
                throw DropFailure(error)
            }
        }
    }

    /// Imports a file and waits until it has been read.
    private func read(_ file: FileCollections.NewFile, of drop: Drop, _ key: CollectionKey) async throws -> Document {
        var document = try await handler.collections.importFile(
            file, as: drop.document(of: key.owner), to: key, of: handler.collectionKind)
        if document.state.isWorking { document = try await client.settled(document.id, in: .owner(key.owner)) }
        return document
    }

    /// Stores the bytes of a drop again after its collection was moved.
    ///
    /// The move deletes them with the documents of the former owner.
    private func storeAgain(_ drop: Drop) async throws {
        _ = try await stored(drop.original ?? "", of: drop, as: handler.collectionKind.fileKind)
    }

    /// Removes a drop's document, if any, for an owner who does not own the collection.
    private func removeDocument(of drop: Drop, for owner: OwnerID) async throws {
        // A missing document was never imported, or has moved with the collection.
        try await remove(drop.document(of: owner), of: owner)
    }

    /// Adds files to a collection.
    private func add(
        _ files: [CollectionAdder.File], to collection: String
    ) async -> [Result<CollectionAdder.Outcome, any Error>] {
        do {
            return try await locked(collection) {
                var record = try await settledRecord(of: collection)
                let owner = owner(record)
                let key = try self.key(collection, owner)
                var outcomes = files.map { file in
                    Result<_, any Error>.success(
                        file.document.owner == owner
                            ? CollectionAdder.Outcome.added : CollectionAdder.Outcome.moved(to: owner))
                }
                let places = files.indices.filter { files[$0].document.owner == owner }
                var last: UUID?
                do {
                    guard !places.isEmpty else { return outcomes }
                    _ = try await handler.collections.add(
                        places.map { files[$0].document }, to: key, of: handler.collectionKind)
                    last = places.last.map { files[$0].drop }
                } catch is StoreError where places.count > 1 {
                    // One of them was deleted, or there are too many: adding them one by one shows which.
                    for place in places {
                        do {
                            _ = try await handler.collections.add(
                                [files[place].document], to: key, of: handler.collectionKind)
                            last = files[place].drop
                        } catch {
                            outcomes[place] = .failure(error)
                        }
                    }
                }
                if let last {
                    record.last = CollectionRecord.Addition(drop: last, at: clock.now)
                    try await threads.run { [record, claimFolder] in
                        try claimFolder.save(record, ofCollection: collection)
                    }
                }
                return outcomes
            }
        } catch {
            return files.map { _ in .failure(error) }
        }
    }

    // MARK: Owners

    private func owner(_ record: CollectionRecord) -> OwnerID {
        rule.owner == .local ? record.namedOwner ?? .local : rule.owner
    }

    /// Returns the owner of a collection, after completing any move to another owner.
    private func currentOwner(of collection: String) async throws -> OwnerID {
        let record = try await threads.run { [claimFolder] in try claimFolder.record(ofCollection: collection) }
        guard record.isMoving else { return owner(record) }
        return owner(try await locked(collection) { try await settledRecord(of: collection) })
    }

    private func key(_ collection: String, _ owner: OwnerID) throws -> CollectionKey {
        do { return try CollectionKey(collection, kind: kind.name, owner: owner) } catch { throw DropFailure(error) }
    }

    /// Moves a collection of the folder to the owner that a file names.
    private func name(_ owner: OwnerID, insteadOf key: CollectionKey) async throws {
        do { try await handler.checkOwner(owner) } catch let failure as Failure { throw DropFailure(failure) }
        try await locked(key.name) {
            var record = try await settledRecord(of: key.name)
            if record.namedOwner == owner { return }
            if let former = record.namedOwner, try await exists(try self.key(key.name, former)) {
                throw DropFailure(
                    .ownerDiffers, "The file names a different owner than that of the \(kind.name).")
            }
            record.isMoving = record.namedOwner == nil
            record.namedOwner = owner
            try await threads.run { [record, claimFolder] in try claimFolder.save(record, ofCollection: key.name) }
            _ = try await settledRecord(of: key.name)
        }
    }

    private func exists(_ key: CollectionKey) async throws -> Bool {
        do {
            _ = try await handler.collections.current(key)
            return true
        } catch let failure as Failure where failure.code == .collectionUnknown {
            return false
        }
    }

    /// Returns the record of a locked collection, after completing its delivery and move.
    private func settledRecord(of collection: String) async throws -> CollectionRecord {
        var record = try await threads.run { [claimFolder] in
            var record = try claimFolder.record(ofCollection: collection)
            try delivery(of: collection).complete(&record)
            return record
        }
        guard record.isMoving, let owner = record.namedOwner else { return record }
        try await handler.collections.move(try key(collection, .local), of: handler.collectionKind, to: owner)
        record.isMoving = false
        try await threads.run { [record, claimFolder] in try claimFolder.save(record, ofCollection: collection) }
        return record
    }

    // MARK: Delivering

    /// Delivers the results of a collection's newest document.
    ///
    /// - Returns: false if a newer document exists by now.
    private func deliverResults(of key: CollectionKey, _ drop: inout Drop) async throws -> Bool {
        let document = try await handler.collections.current(key)
        if try await isDelivered(document, to: key.name) { return true }
        let (deliverables, fill) = try await results(of: document, &drop)
        return try await withResults(deliverables, of: document, fill: fill) { [drop] results in
            try await locked(key.name) {
                let record = try await settledRecord(of: key.name)
                guard record.last.map({ $0.drop == drop.id }) ?? true else { return true }
                guard try await handler.collections.current(key).id == document.id else { return false }
                try await threads.run {
                    var record = record
                    try delivery(of: key.name).run(&record, document: document.id, stem: key.name, items: results)
                }
                return true
            }
        }
    }

    /// Processes and fills a collection's document.
    ///
    /// - Returns: the deliverables, and the number of the fill.
    private func results(of start: Document, _ drop: inout Drop) async throws -> ([Deliverable], fill: Int) {
        let scope = OwnerScope.owner(start.owner)
        var document = try await handler.collections.begun(start)
        if document.state.isWorking { document = try await client.settled(document.id, in: scope) }
        if let failure = document.failure, failure.during == .processing {
            throw DropFailure(failure, of: document.id)
        }
        guard let inputs = kind.inputsOfLoneOriginal else { return (kind.analysed, 0) }
        let number = try await filled(document, inputs, known: drop.membership?.fill) { fill in
            drop.membership?.fill = fill
            try await threads.run { [drop, claimFolder] in try claimFolder.save(drop) }
        }
        return (kind.filled, number)
    }
}
