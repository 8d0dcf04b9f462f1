import FailureModel
package import FileCollections
import Foundation
package import Pipeline
import Threads

/// What a watcher needs for folders of a ``Pipeline/CollectionKind``.
package struct FolderCollections: Sendable {
    /// The collections of the store.
    let collections: FileCollections
    /// Throws ``FailureModel/Failure`` unless there is an owner of this name.
    let checkOwner: @Sendable (OwnerID) async throws -> Void

    /// Creates the access to the collections of a store.
    ///
    /// - Parameters:
    ///   - collections: the collections of the store.
    ///   - checkOwner: throws ``FailureModel/Failure`` unless there is an owner of this name; called for owners whom files name.
    package init(_ collections: FileCollections, checkOwner: @escaping @Sendable (OwnerID) async throws -> Void) {
        self.collections = collections
        self.checkOwner = checkOwner
    }
}

/// The processing of files that are added to a collection, whose results are delivered when no more files come.
///
/// Each file is a drop and a separate document, so that a damaged one fails alone. The drop that was added last
/// delivers the results of the newest document; all others are done when they have been added.
struct CollectionWork: Sendable {
    let kind: any CollectionKind
    let shared: FolderCollections
    let adder: CollectionAdder

    /// The longest wait for files that are being read, since the last addition.
    static let patience = Duration.seconds(60)

    var collections: FileCollections { shared.collections }
}

extension DropWork {
    /// Adds the file of a drop to its collection, and delivers the collection's results unless another file follows.
    func grow(_ drop: inout Drop, by work: CollectionWork) async throws {
        let fileName = drop.original ?? ""
        let collection = work.kind.collection(of: fileName)
        if drop.membership == nil {
            let file = try await stored(fileName, of: drop, as: work.kind.fileKind)
            guard let collection else {
                throw DropFailure(.unsupportedType, "\(fileName) does not have the name of a file of an \(kind.name).")
            }
            try await add(file, of: drop, to: collection, work)
            // Not before it is saved: the delivery would wait for this drop, as for one that has not been added.
            var member = drop
            member.membership = Drop.Membership()
            try await threads.run { [member, workspace] in try workspace.save(member) }
            drop = member
            othersMayFollow()
        }
        guard let collection else { return }
        let isLast = try await isLastWhenSettled(drop, collection, after: rule.settle) {
            work.kind.collection(of: $0) == collection
        }
        guard isLast else { return }
        let key = try self.key(collection, try await currentOwner(of: collection, work), work)
        do {
            while try await !deliverResults(of: key, &drop, work) {}
        } catch let failure as DropFailure {
            // The drop that follows reports it if it lasts.
            if try await self.isLast(drop, collection) { throw failure }
        } catch let failure as Failure where failure.code == .collectionUnknown {
            // It has been deleted.
        }
    }

    // MARK: Adding

    /// Has a file read and adds it to its collection.
    private func add(
        _ file: KnownOriginal, of drop: Drop, to collection: String, _ work: CollectionWork
    ) async throws {
        guard let content = ContentID(hex: file.content) else {
            throw DropFailure(.originalMissing, "The file is no longer stored; drop it again.")
        }
        let new = FileCollections.NewFile(
            content: content, byteCount: file.byteCount, name: file.fileName, mediaType: file.mediaType)
        var owner = try await currentOwner(of: collection, work)
        while true {
            let key = try self.key(collection, owner, work)
            do {
                let document = try await read(new, of: drop, key, work)
                // Not earlier: the bytes would be deleted with the document.
                if owner != rule.owner { try await removeDocument(of: drop, for: rule.owner) }
                if let failure = document.failure {
                    // What it is read with may have gone to another owner in the meantime.
                    let current = try await currentOwner(of: collection, work)
                    guard current != owner else { throw DropFailure(failure, of: document.id) }
                    try await storeAgain(drop, work)
                    owner = current
                    continue
                }
                if rule.owner == .local, let named = work.kind.owner(namedBy: document), named != owner {
                    try await name(named, insteadOf: key, work)
                }
                let outcome = try await work.adder.add(
                    CollectionAdder.File(document: document, drop: drop.id), to: workspace.key(ofCollection: collection)
                ) { files in await self.add(files, to: collection, work) }
                guard case .moved(let current) = outcome else { return }
                try await storeAgain(drop, work)
                owner = current
            } catch StoreError.documentUnknown {
                // The collection was deleted or moved meanwhile, and the document with it.
                try await clock.sleep(for: .milliseconds(50))
                owner = try await currentOwner(of: collection, work)
            } catch let error as StoreError {
                guard case .partsRefused = error else { throw error }
                throw DropFailure(error)
            }
        }
    }

    /// Imports a file and waits until it has been read.
    private func read(
        _ file: FileCollections.NewFile, of drop: Drop, _ key: CollectionKey, _ work: CollectionWork
    ) async throws -> Document {
        var document = try await work.collections.importFile(
            file, as: drop.document(of: key.owner), to: key, of: work.kind)
        if document.state.isWorking { document = try await client.settled(document.id, in: .owner(key.owner)) }
        return document
    }

    /// Stores the bytes of a drop again, which the move of a collection deletes with the documents of its former owner.
    private func storeAgain(_ drop: Drop, _ work: CollectionWork) async throws {
        _ = try await stored(drop.original ?? "", of: drop, as: work.kind.fileKind)
    }

    /// Removes the document that a drop's file has for an owner to whom the collection does not belong, if there is one.
    private func removeDocument(of drop: Drop, for owner: OwnerID) async throws {
        do {
            try await client.delete(drop.document(of: owner), in: .owner(owner))
        } catch StoreError.documentUnknown {
            // It was never imported, or has been moved with the collection.
        }
    }

    /// Adds files to a collection.
    private func add(
        _ files: [CollectionAdder.File], to collection: String, _ work: CollectionWork
    ) async -> [Result<CollectionAdder.Outcome, any Error>] {
        do {
            return try await locked(collection) {
                var record = try await settledRecord(of: collection, work)
                let owner = owner(record)
                let key = try self.key(collection, owner, work)
                var outcomes = files.map { file in
                    Result<_, any Error>.success(
                        file.document.owner == owner
                            ? CollectionAdder.Outcome.added : CollectionAdder.Outcome.moved(to: owner))
                }
                let places = files.indices.filter { files[$0].document.owner == owner }
                var last: UUID?
                do {
                    guard !places.isEmpty else { return outcomes }
                    _ = try await work.collections.add(places.map { files[$0].document }, to: key, of: work.kind)
                    last = places.last.map { files[$0].drop }
                } catch is StoreError where places.count > 1 {
                    // One of them was deleted, or there are too many: which one is found by adding them one by one.
                    for place in places {
                        do {
                            _ = try await work.collections.add([files[place].document], to: key, of: work.kind)
                            last = files[place].drop
                        } catch {
                            outcomes[place] = .failure(error)
                        }
                    }
                }
                if let last {
                    record.last = CollectionRecord.Addition(drop: last, at: clock.now)
                    try await threads.run { [record, workspace] in
                        try workspace.save(record, ofCollection: collection)
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

    /// The owner of a collection of the folder, after a move to another owner has ended.
    private func currentOwner(of collection: String, _ work: CollectionWork) async throws -> OwnerID {
        let record = try await threads.run { [workspace] in try workspace.record(ofCollection: collection) }
        guard record.isMoving else { return owner(record) }
        return owner(try await locked(collection) { try await settledRecord(of: collection, work) })
    }

    private func key(_ collection: String, _ owner: OwnerID, _ work: CollectionWork) throws -> CollectionKey {
        do { return try CollectionKey(collection, kind: kind.name, owner: owner) } catch { throw DropFailure(error) }
    }

    /// Gives a collection of the folder to the owner whom a file names.
    private func name(_ owner: OwnerID, insteadOf key: CollectionKey, _ work: CollectionWork) async throws {
        do { try await work.shared.checkOwner(owner) } catch let failure as Failure { throw DropFailure(failure) }
        try await locked(key.name) {
            var record = try await settledRecord(of: key.name, work)
            if record.namedOwner == owner { return }
            if let former = record.namedOwner, try await exists(try self.key(key.name, former, work), work) {
                throw DropFailure(
                    .ownerDiffers, "The file names another owner than the one to whom the \(kind.name) belongs.")
            }
            record.isMoving = record.namedOwner == nil
            record.namedOwner = owner
            try await threads.run { [record, workspace] in try workspace.save(record, ofCollection: key.name) }
            _ = try await settledRecord(of: key.name, work)
        }
    }

    private func exists(_ key: CollectionKey, _ work: CollectionWork) async throws -> Bool {
        do {
            _ = try await work.collections.current(key)
            return true
        } catch let failure as Failure where failure.code == .collectionUnknown {
            return false
        }
    }

    /// The record of a locked collection, after the delivery and the move to another owner that it says have begun.
    private func settledRecord(of collection: String, _ work: CollectionWork) async throws -> CollectionRecord {
        var record = try await threads.run { [workspace] in
            var record = try workspace.record(ofCollection: collection)
            try delivery(of: collection).complete(&record)
            return record
        }
        guard record.isMoving, let owner = record.namedOwner else { return record }
        try await work.collections.move(try key(collection, .local, work), of: work.kind, to: owner)
        record.isMoving = false
        try await threads.run { [record, workspace] in try workspace.save(record, ofCollection: collection) }
        return record
    }

    // MARK: Delivering

    func isLast(_ drop: Drop, _ collection: String) async throws -> Bool {
        let record = try await threads.run { [workspace] in try workspace.record(ofCollection: collection) }
        return record.last.map { $0.drop == drop.id } ?? true
    }

    /// Waits until nothing has been added to the collection for the time to settle, and no file of it is being read.
    ///
    /// - Parameters:
    ///   - drop: a drop that has been added.
    ///   - collection: the name of the collection.
    ///   - settle: how long nothing must have been added.
    ///   - looksIntoInbox: whether files count that have not been taken yet, such as those that wait for this drop.
    ///   - isMember: returns whether a file belongs to the collection, judged by its name.
    /// - Returns: whether the drop was added last.
    /// - Throws: `FolderFileError`, or `CancellationError`.
    func isLastWhenSettled(
        _ drop: Drop, _ collection: String, after settle: Duration, looksIntoInbox: Bool = false,
        _ isMember: @escaping @Sendable (String) -> Bool
    ) async throws -> Bool {
        while true {
            let (last, areMoreComing) = try await threads.run {
                [workspace] () -> (CollectionRecord.Addition?, Bool) in
                let last = try workspace.record(ofCollection: collection).last
                guard let last, last.drop == drop.id else { return (last, false) }
                if looksIntoInbox, try workspace.waiting().contains(where: isMember) { return (last, true) }
                let areMoreComing = try workspace.newcomers().contains {
                    guard let name = $0.original, isMember(name) else { return false }
                    return try workspace.isLive($0.id)
                }
                return (last, areMoreComing)
            }
            guard let last else { return true }
            guard last.drop == drop.id else { return false }
            let age = clock.now - last.at
            // An addition in the future was made before the clock was set back.
            if age < .zero || age >= (areMoreComing ? CollectionWork.patience : settle) { return true }
            try await clock.sleep(for: max(.milliseconds(50), settle / 4))
        }
    }

    /// Delivers the results of a collection's newest document.
    ///
    /// - Returns: false if there is a newer document by now.
    private func deliverResults(of key: CollectionKey, _ drop: inout Drop, _ work: CollectionWork) async throws -> Bool
    {
        let document = try await work.collections.current(key)
        let isDelivered = try await threads.run { [workspace] in
            try delivery(of: key.name).isComplete(document.id, workspace.record(ofCollection: key.name))
        }
        if isDelivered { return true }
        let (deliverables, fill) = try await results(of: document, &drop, work)
        return try await withResults(deliverables, of: document, fill: fill) { [drop] results in
            try await locked(key.name) {
                let record = try await settledRecord(of: key.name, work)
                guard record.last.map({ $0.drop == drop.id }) ?? true else { return true }
                guard try await work.collections.current(key).id == document.id else { return false }
                try await threads.run {
                    var record = record
                    try delivery(of: key.name).run(&record, document: document.id, stem: key.name, items: results)
                }
                return true
            }
        }
    }

    func delivery(of collection: String) -> ReplacingDelivery {
        // Folders may share an outbox.
        let key = ContentID(of: Data("\(rule.inbox.path)/\(collection)".utf8)).hex
        return ReplacingDelivery(
            files: workspace.files, key: key, target: rule.outbox.path, permissions: workspace.permissions
        ) { [workspace] in
            try workspace.save($0, ofCollection: collection)
        }
    }

    /// Processes and fills a collection's document; returns what to deliver, and the number of the fill.
    private func results(
        of start: Document, _ drop: inout Drop, _ work: CollectionWork
    ) async throws -> ([Deliverable], fill: Int) {
        let scope = OwnerScope.owner(start.owner)
        var document = try await work.collections.begun(start)
        if document.state.isWorking { document = try await client.settled(document.id, in: scope) }
        if let failure = document.failure, failure.during == .processing {
            throw DropFailure(failure, of: document.id)
        }
        guard let inputs = kind.inputsOfLoneOriginal else { return (kind.analysed, 0) }
        let number = try await filled(document, inputs, known: drop.membership?.fill) { fill in
            drop.membership?.fill = fill
            try await threads.run { [drop, workspace] in try workspace.save(drop) }
        }
        return (kind.filled, number)
    }

    /// Fills a document that others may fill in other ways at any time.
    ///
    /// - Parameters:
    ///   - start: a document that has been analysed and is not being filled.
    ///   - inputs: what to fill it with.
    ///   - known: the fill that was begun before with these inputs.
    ///   - begun: called with the fill that has begun, to record it.
    /// - Returns: the number of the fill.
    /// - Throws: `DropFailure` if it failed, or an error of the store.
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
                // Another drop fills it.
                document = try await client.settled(document.id, in: scope)
                continue
            }
            let fill = Drop.Membership.Fill(document: document.id, number: document.fill)
            known = fill
            try await begun(fill)
            document = try await client.settled(document.id, in: scope)
        }
    }

    /// Runs `body` while the collection is locked for all other tasks and processes.
    func locked<T: Sendable>(_ collection: String, _ body: () async throws -> T) async throws -> T {
        while true {
            let lock = try await threads.run { [workspace] in try workspace.lock(collection: collection) }
            if let lock {
                defer { lock.giveUp() }
                return try await body()
            }
            try await clock.sleep(for: .milliseconds(20))
        }
    }
}
