package import LocalStore
import FailureModel
import Files
package import Foundation
package import Pipeline
import PipelineSQL

/// Writes a store in use into one tar file.
///
/// It has a snapshot of the catalogue, the stored bytes that it refers to, and the keys.
package struct StoreBackup: Sendable {
    /// The result of a backup.
    package struct Outcome: Sendable, Hashable {
        /// Number of documents.
        package var documents: Int
        /// Number of files with stored bytes.
        package var files: Int
        /// Total size of these files in bytes.
        package var byteCount: Int64
        /// Documents with damaged or missing bytes in the store.
        package var damaged: [DocumentID]
    }

    private let system: LocalSystem
    private let now: @Sendable () -> Date

    /// Creates a backup of a store.
    package init(of system: LocalSystem, now: @escaping @Sendable () -> Date = { Date() }) {
        self.system = system
        self.now = now
    }

    /// Writes the backup.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - descriptor: a descriptor open for writing, which stays open.
    ///   - name: the name of the output in messages.
    ///   - report: receives the number of files so far and in all.
    /// - Returns: the counts.
    /// - Throws: `Failure`: `output_unwritable`, `disk_full`; the store's errors.
    package func write(
        to descriptor: Int32, name: String, report: (_ completed: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> Outcome {
        let (catalogue, file) = try snapshot()
        defer { try? file.close() }
        let output = try BackupOutput(descriptor: descriptor, name: name)
        var outcome = Outcome(documents: 0, files: 0, byteCount: 0, damaged: [])
        let lost = try copyContents(of: catalogue, to: output, &outcome, report)
        outcome.damaged = try catalogue.documents(needing: lost)
        outcome.documents = try catalogue.documentCount()
        try catalogue.close()

        var keys: [String: String] = [:]
        for key in StoreKey.allCases {
            guard let bytes = try Self.bytes(of: key, in: system.settings.folder) else { continue }
            try output.add(key.rawValue, bytes)
            keys[key.rawValue] = output.digest
        }
        _ = try output.add(BackupContents.catalogue, copying: file)
        let manifest = BackupManifest(
            createdAt: now(), files: outcome.files, catalogue: output.digest, keys: keys, damaged: lost.map(\.hex))
        try output.add(BackupContents.manifest, try JSONText.encode(manifest))
        try output.finish()
        return outcome
    }

    /// Returns the bytes of a key; `nil` if the store has none yet.
    private static func bytes(of key: StoreKey, in folder: URL) throws(Failure) -> Data? {
        do throws(SystemCallError) {
            let file = try FileDescriptor.open(key.file(in: folder).path, O_RDONLY)
            return try file.closeAfter { () throws(SystemCallError) in
                try file.readRegularFile(limit: BackupContents.keyLimit)
            }
        } catch {
            if error.number == ENOENT { return nil }
            throw Failure(.diskError, "The key \(key.rawValue) of the store cannot be read: \(error.reason).")
        }
    }

    /// Returns a copy of the catalogue in an unlinked file, which disappears with the process.
    private func snapshot() throws -> (Catalogue, FileDescriptor) {
        let folder = try TransientFolder(
            at: system.settings.folder.appendingPathComponent("backup-\(UUID().uuidString)"))
        defer { folder.remove() }
        let file = folder.url.appendingPathComponent(BackupContents.catalogue)
        guard let catalogue = system.database.file else {
            throw Failure(
                .storeUnavailable, "This command backs up stores in a folder.",
                hint: "Back up the database by pg_dump, then the files; formwright store check compares them.")
        }
        try catalogue.snapshot(into: file.path)
        return (try Catalogue(file), try FileDescriptor.open(file.path, O_RDONLY))
    }

    /// Copies the stored bytes, and drops documents deleted meanwhile from the catalogue.
    ///
    /// - Returns: the missing and damaged bytes of remaining documents.
    private func copyContents(
        of catalogue: Catalogue, to output: BackupOutput, _ outcome: inout Outcome, _ report: (Int, Int) -> Void
    ) throws -> [ContentID] {
        let contents = try catalogue.contents()
        var damaged: [ContentID] = []
        var missing: [ContentID] = []
        for (place, content) in contents.enumerated() {
            report(place, contents.count)
            let file: FileDescriptor
            do {
                file = try FileDescriptor.open(path(of: content), O_RDONLY)
            } catch {
                guard error.number == ENOENT else {
                    throw Failure(.diskError, "A file of the store cannot be opened: \(error.reason).")
                }
                missing.append(content)
                continue
            }
            defer { try? file.close() }
            // A file stays readable even if it is deleted from now on.
            outcome.byteCount += try output.add(BackupContents.name(of: content), copying: file)
            outcome.files += 1
            if output.digest != content.hex { damaged.append(content) }
        }
        report(contents.count, contents.count)
        let deleted = try catalogue.documents(needing: missing).filter { try !system.database.hasDocument($0) }
        try catalogue.remove(deleted)
        let stillNeeded = Set(try catalogue.contents())
        return damaged + missing.filter(stillNeeded.contains)
    }

    private func path(of content: ContentID) -> String {
        system.settings.folder.appendingPathComponent(BackupContents.name(of: content)).path
    }
}
