import DroppedArchive
import FailureModel
import Foundation
import Pipeline
import Threads

extension DropWork {
    /// The maximum size of a file of inputs for a folder, in bytes.
    private static let treeInputsLimit = 1 << 20

    /// Makes documents of a folder or archive, or fills the whole that one has become, and delivers the results.
    func takeTree(_ drop: inout Drop, by receiver: any TreeReceiver) async throws {
        do {
            var known: KnownOriginal
            var inputs: [PipelineClient.Input]?
            if let name = drop.original {
                (known, inputs) = try await whole(of: drop, named: name, by: receiver)
                try await threads.run { [drop, known, workspace] in
                    try workspace.remember(known, stem: drop.stem, from: drop.id)
                }
                othersMayFollow()
            } else {
                guard let source = drop.source else {
                    throw DropFailure(.originalMissing, "There is no folder for these inputs.")
                }
                known = source
            }
            if let name = drop.inputs { inputs = try await inputsOfTree(drop, named: name, known, receiver) }
            let document = try await analysedWhole(known)
            if let inputs {
                let fill = try await filled(document, inputs, known: drop.fill) { fill in
                    drop.fill = fill
                    try await threads.run { [drop, workspace] in try workspace.save(drop) }
                }
                try await deliver(kind.filled, of: document, fill: fill, stem: drop.stem, key: "", drop)
            } else {
                try await deliver(kind.analysed, of: document, fill: 0, stem: drop.stem, key: "", drop)
            }
        } catch let failure as DropFailure {
            try await removeArchive(of: drop)
            throw failure
        }
        try await removeArchive(of: drop)
    }

    /// The whole that was made of a folder or archive, once it has been analysed.
    private func analysedWhole(_ known: KnownOriginal) async throws -> Document {
        guard let id = known.document else {
            throw DropFailure(.originalMissing, "The folder for these inputs is no longer known; drop it again.")
        }
        let scope = OwnerScope.owner(rule.owner)
        do {
            var document = try await client.settled(id, in: scope)
            if document.state == .imported {
                _ = try await client.process(id, in: scope)
                document = try await client.settled(id, in: scope)
            }
            if let failure = document.failure, failure.during == .processing { throw DropFailure(failure, of: id) }
            return document
        } catch StoreError.documentUnknown {
            throw DropFailure(.originalMissing, "The folder for these inputs is no longer stored; drop it again.")
        }
    }

    private func inputsOfTree(
        _ drop: Drop, named name: String, _ known: KnownOriginal, _ receiver: any TreeReceiver
    ) async throws -> [PipelineClient.Input] {
        try await crashes.inTurn {
            try await threads.run { [workspace, client] in
                try crashes.reading {
                    let bytes: Data
                    do {
                        bytes = try workspace.read(Drop.inputsFile, of: drop, limit: Self.treeInputsLimit)
                    } catch let error as FolderFileError {
                        throw Self.unreadable(name, error)
                    }
                    guard let content = ContentID(hex: known.content), try client.artefacts.contains(content) else {
                        throw DropFailure(
                            .originalMissing, "The folder for these inputs is no longer stored; drop it again.")
                    }
                    let whole = try client.artefacts.read(content)
                    do {
                        return try receiver.inputs(in: bytes, named: name, forWhole: whole)
                    } catch let failure as Failure {
                        throw DropFailure(failure)
                    }
                }
            }
        }
    }

    // MARK: Storing

    /// Stores the files of a folder or archive, and begins the analysis of its whole.
    private func whole(
        of drop: Drop, named name: String, by receiver: any TreeReceiver
    ) async throws -> (KnownOriginal, [PipelineClient.Input]?) {
        let source = try await source(of: drop, named: name, receiver)
        let plan: TreePlan = try await crashes.inTurn {
            try await threads.run { [rule] in
                try crashes.reading {
                    do {
                        return try receiver.plan(for: try source.tree(receiver.limits), owner: rule.owner)
                    } catch let failure as Failure {
                        throw DropFailure(failure)
                    }
                }
            }
        }
        var stored: [String: Result<StoredPart, Failure>] = [:]
        for file in plan.files { stored[file.path] = try await part(file, from: source) }
        let whole: TreeWhole
        do { whole = try plan.whole(stored) } catch let failure as Failure { throw DropFailure(failure) }
        let content = try await threads.run { [client] in try client.artefacts.put(whole.manifest) }
        let known = KnownOriginal(
            content: content.hex, byteCount: Int64(whole.manifest.count), mediaType: whole.mediaType,
            fileName: name, document: whole.id)
        do {
            _ = try await client.importStored(
                content, byteCount: known.byteCount, id: whole.id, owner: rule.owner, kind: kind.name,
                fileName: whole.fileName, mediaType: whole.mediaType, parts: whole.parts)
        } catch StoreError.documentExists {
            // The same folder was dropped before, or this is a repetition. What failed is tried again: that is what a
            // person wants who drops it again.
            let scope = OwnerScope.owner(rule.owner)
            let document = try await client.store.document(whole.id, in: scope)
            if document.failure?.during == .processing { _ = try await client.retry(whole.id, in: scope) }
        }
        return (known, whole.inputs)
    }

    /// Stores a file and begins its analysis; a failure is that of the file alone.
    private func part(_ file: TreePlan.File, from source: TreeSource) async throws -> Result<StoredPart, Failure> {
        let part: StoredPart
        do {
            let owner = rule.owner
            part = try await crashes.inTurn {
                try await threads.run { [client] in
                    try crashes.reading { try source.store(file, for: owner, in: client.artefacts) }
                }
            }
        } catch let failure as Failure {
            return .failure(failure)
        }
        let scope = OwnerScope.owner(rule.owner)
        do {
            _ = try await client.importStored(
                part.content, byteCount: part.byteCount, id: part.document, owner: rule.owner, kind: file.kind.name,
                fileName: file.name, mediaType: part.mediaType)
        } catch StoreError.documentExists {
            // The same bytes were dropped before.
        }
        if try await client.store.document(part.document, in: scope).state == .imported {
            do {
                _ = try await client.process(part.document, in: scope)
            } catch StoreError.moveNotAllowed {
                // Somebody else has begun it meanwhile.
            }
        }
        return .success(part)
    }

    /// Where the files of a drop are: in its folder, or in the store for an archive, which is unpacked first.
    private func source(of drop: Drop, named name: String, _ receiver: any TreeReceiver) async throws -> TreeSource {
        let path = "\(workspace.folder(of: drop.id))/\(Drop.originalFile)"
        if drop.tree != nil {
            return try await threads.run { [workspace] in
                let listing = try workspace.files.tree(path, limits: receiver.limits, findingWriters: false)
                return .folder(path, listing, stem: drop.stem, workspace.files)
            }
        }
        guard case .archive = receiver.role(of: name, isFolder: false) else {
            throw DropFailure(.unsupportedType, "\(name) has not the name of a folder or archive of a \(kind.name).")
        }
        let archive = ArchiveKind(limits: receiver.limits)
        let id = Self.archive(of: drop)
        let scope = OwnerScope.owner(rule.owner)
        do {
            let (stored, type) = try await crashes.inTurn {
                try await threads.run { [workspace, client] in
                    try crashes.reading {
                        let byteCount = try workspace.files.facts(path)?.size ?? 0
                        return try TreeSource.store(archive, byteCount: byteCount, name, in: client.artefacts) {
                            try workspace.files.read(path, limit: receiver.limits.byteCount, $0)
                        }
                    }
                }
            }
            do {
                _ = try await client.importStored(
                    stored.content, byteCount: stored.byteCount, id: id, owner: rule.owner, kind: archive.name,
                    fileName: "archive.zip", mediaType: type)
            } catch StoreError.documentExists {
                // An earlier run has imported it.
            }
        } catch let failure as Failure where failure.code != .artefactMissing {
            throw DropFailure(failure)
        }
        var document = try await client.store.document(id, in: scope)
        if document.state == .imported { document = try await client.process(id, in: scope) }
        if document.state == .processing { document = try await client.settled(id, in: scope) }
        if var failure = document.failure.map({ DropFailure($0, of: id) }) {
            // It is removed.
            failure.document = nil
            throw failure
        }
        let published = try await client.store.artefacts(of: id, in: scope, fill: 0)
        return try await threads.run { [client] in
            guard let list = published.last(where: { $0.artefact.name == ArchiveMembers.artefact }) else {
                throw Failure(.artefactMissing, "The archive has no list of members.")
            }
            let members = try JSONDecoder().decode(
                ArchiveMembers.self, from: try client.artefacts.read(list.artefact.content))
            return .archive(members, stem: drop.stem, client.artefacts)
        }
    }

    private static func archive(of drop: Drop) -> DocumentID { DocumentID(digestOf: "archive\n\(drop.id.uuidString)") }

    /// Removes the document of an archive, whose members are documents by now or are not needed.
    private func removeArchive(of drop: Drop) async throws {
        guard drop.original != nil, drop.tree == nil else { return }
        do {
            try await client.delete(Self.archive(of: drop), in: .owner(rule.owner))
        } catch StoreError.documentUnknown {
            // It has been removed, or was never imported.
        }
    }
}
