import DroppedArchive
import FailureModel
import Foundation
import Pipeline
import Threads

/// The maximum size of an inputs file for a folder, in bytes.
private let inputsLimit = 1 << 20

extension DropWork where Handler: TreeHandler {
    /// Creates documents from a folder or archive, or fills its whole, and delivers the results.
    func takeTree(_ drop: inout Drop) async throws {
        do {
            var known: KnownOriginal
            var inputs: [PipelineClient.Input]?
            if let name = drop.original {
                (known, inputs) = try await whole(of: drop, named: name)
                drop.whole = known.document
                try await threads.run { [drop, known, claimFolder] in
                    try claimFolder.save(drop)
                    try claimFolder.remember(known, stem: drop.stem, from: drop.id)
                }
                othersMayFollow()
            } else {
                guard let source = drop.source else {
                    throw DropFailure(.originalMissing, "There is no folder for these inputs.")
                }
                known = source
            }
            if let name = drop.inputs { inputs = try await inputsOfTree(drop, named: name, known) }
            let document = try await analysedWhole(known)
            if let inputs {
                let fill = try await filled(document, inputs, known: drop.fill) { fill in
                    drop.fill = fill
                    try await threads.run { [drop, claimFolder] in try claimFolder.save(drop) }
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

    /// Returns the whole of a folder or archive, once it has been analysed.
    private func analysedWhole(_ known: KnownOriginal) async throws -> Document {
        guard let id = known.document else {
            throw DropFailure(.originalMissing, "The folder for these inputs is no longer known; drop it again.")
        }
        do {
            let document = try await importing.analysed(id)
            if let failure = document.failure, failure.during == .processing { throw DropFailure(failure, of: id) }
            return document
        } catch StoreError.documentUnknown {
            throw DropFailure(.originalMissing, "The folder for these inputs is no longer stored; drop it again.")
        }
    }

    private func inputsOfTree(
        _ drop: Drop, named name: String, _ known: KnownOriginal
    ) async throws -> [PipelineClient.Input] {
        try await read { [handler, client] in
            let bytes = try bytes(Drop.inputsFile, of: drop, named: name, limit: inputsLimit)
            guard let content = ContentID(hex: known.content), try client.artefacts.contains(content) else {
                throw DropFailure(.originalMissing, "The folder for these inputs is no longer stored; drop it again.")
            }
            let whole = try client.artefacts.read(content)
            do {
                return try handler.inputs(in: bytes, named: name, forWhole: whole)
            } catch let failure as Failure {
                throw DropFailure(failure)
            }
        }
    }

    // MARK: Storing

    private var importing: TreeImport {
        TreeImport(client, owner: rule.owner, reading: self, errors: kind.errors)
    }

    /// Stores the files of a folder or archive as documents, and adds their whole.
    private func whole(
        of drop: Drop, named name: String
    ) async throws -> (KnownOriginal, [PipelineClient.Input]?) {
        let source = try await source(of: drop, named: name)
        let plan: TreePlan
        do {
            plan = try await importing.plan(for: source, by: handler)
        } catch let failure as Failure {
            throw DropFailure(failure)
        }
        do {
            let (whole, manifest) = try await importing.whole(
                of: plan, from: source, kind: kind.name, known: drop.whole)
            let known = KnownOriginal(
                content: manifest.hex, byteCount: Int64(whole.manifest.count), mediaType: whole.mediaType,
                fileName: name, document: whole.id)
            return (known, whole.inputs)
        } catch let unusable as UnusableTree {
            throw DropFailure(unusable.failure)
        }
    }

    /// Returns the source of a drop's files.
    ///
    /// The files of an archive, which is unpacked first, are in the store; others are in the drop's folder.
    private func source(of drop: Drop, named name: String) async throws -> TreeSource {
        let path = "\(claimFolder.folder(of: drop.id))/\(Drop.originalFile)"
        if drop.tree != nil {
            return try await threads.run { [claimFolder, handler] in
                let listing = try claimFolder.files.tree(path, limits: handler.limits, findingWriters: false)
                return .folder(path, listing, stem: drop.stem, claimFolder.files)
            }
        }
        guard case .archive = handler.role(of: name, isFolder: false) else {
            throw DropFailure(.unsupportedType, "\(name) has not the name of a folder or archive of a \(kind.name).")
        }
        let id = Self.archive(of: drop)
        let document: Document
        do {
            document = try await importing.unpacked(
                name, at: path, as: id, limits: handler.limits, claimFolder.files)
        } catch let failure as Failure where failure.code != .artefactMissing {
            throw DropFailure(failure)
        }
        if var failure = document.failure.map({ DropFailure($0, of: id) }) {
            // The document is removed.
            failure.document = nil
            throw failure
        }
        return try await importing.members(ofArchive: id, stem: drop.stem)
    }

    private static func archive(of drop: Drop) -> DocumentID { DocumentID(digestOf: "archive\n\(drop.id.uuidString)") }

    /// Removes the document of a drop's archive.
    ///
    /// Its members are documents by now, or are not needed.
    private func removeArchive(of drop: Drop) async throws {
        guard drop.original != nil, drop.tree == nil else { return }
        try await remove(Self.archive(of: drop), of: rule.owner)
    }
}

extension DropWork: TreeReading {
    /// Reads dropped files in turn, and counts the deaths of the process meanwhile.
    package func read<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await crashes.inTurn { [crashes, threads] in try await threads.run { try crashes.reading(body) } }
    }
}
