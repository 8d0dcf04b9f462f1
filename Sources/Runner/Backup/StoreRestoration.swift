package import LocalStore
import Archive
import LibCrypto
import FailureModel
import Files
package import Foundation
import Linux
import Pipeline
import PipelineSQL
import SQL

/// Restores a store from a backup.
///
/// The backup is not trusted: every name, size and digest is checked, and the store appears either complete or not at
/// all.
package struct StoreRestoration: Sendable {
    /// The result of a restoration.
    package struct Outcome: Sendable, Hashable {
        /// Number of documents.
        package var documents: Int
        /// Number of files with stored bytes.
        package var files: Int
        /// The time of the backup.
        package var createdAt: Date
        /// Number of files already damaged in the backup, and missing now.
        package var damaged: Int
    }

    private let folder: URL
    /// The folder in which the store is built.
    private let building: URL
    private let domains: [Domain]

    private static let manifestLimit = 64 << 20
    private static let pieceSize = 1 << 20

    /// Creates a restoration into a folder that is empty or does not exist.
    ///
    /// - Parameters:
    ///   - folder: the store's folder.
    ///   - domains: the domains of the program; a backup with tables of other domains is refused.
    package init(into folder: URL, domains: [Domain]) {
        self.domains = domains
        self.folder = folder.standardizedFileURL
        building = self.folder.deletingLastPathComponent().appendingPathComponent(
            ".\(self.folder.lastPathComponent).restoring-\(UUID().uuidString)")
    }

    /// Restores a backup.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - descriptor: a descriptor open for reading at the beginning of the backup, which stays open.
    ///   - report: receives the number of files so far.
    /// - Returns: the counts.
    /// - Throws: `Failure`: `store_not_empty`, `malformed_backup`, `output_unwritable`, `disk_full`. Nothing is left
    ///   behind then.
    package func run(
        reading descriptor: Int32, report: (_ files: Int) -> Void = { _ in }
    ) throws -> Outcome {
        try checkTarget()
        try OutputFolder.make(building.deletingLastPathComponent(), mode: 0o700)
        let transient = try TransientFolder(at: building)
        defer { transient.remove() }
        try OutputFolder.make(building.appendingPathComponent(BackupContents.objects), mode: 0o700)
        do {
            let outcome = try unpack(descriptor, report)
            try publish()
            return outcome
        } catch let error as ArchiveError {
            throw error.failureOfReading
        }
    }

    private func checkTarget() throws(Failure) {
        var status = stat()
        guard lstat(folder.path, &status) == 0 else { return }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        guard status.st_mode & S_IFMT == S_IFDIR, names?.isEmpty == true else {
            throw Failure(.storeNotEmpty, "\(folder.path) is not an empty folder.")
        }
    }

    // MARK: Unpacking

    private func unpack(_ descriptor: Int32, _ report: (Int) -> Void) throws -> Outcome {
        let reader = try ArchiveReader(descriptor: descriptor)
        var digests: [String: String] = [:]
        var files = 0
        var changed: Set<ContentID> = []
        var manifest: BackupManifest?
        while let entry = try reader.next() {
            guard manifest == nil else { throw Self.malformed("something follows its manifest") }
            if let content = BackupContents.content(named: entry.name) {
                files += 1
                report(files)
                if try extract(entry, reader) != content.hex {
                    changed.insert(content)
                    unlink(path(entry.name))
                }
                continue
            }
            switch entry.name {
            case BackupContents.catalogue: digests[entry.name] = try extract(entry, reader)
            case let name where BackupContents.isKey(name) && entry.byteCount <= BackupContents.keyLimit:
                digests[name] = try extract(entry, reader)
            case BackupContents.manifest where entry.byteCount <= Self.manifestLimit:
                manifest = try Self.manifest(try Self.bytes(entry, reader))
            default: throw Self.malformed("it has an entry that no backup has")
            }
        }
        guard let manifest else { throw Self.malformed("it ends before its manifest") }
        let damaged = Set(manifest.damaged.compactMap { ContentID(hex: $0) })
        guard files == manifest.files, digests[BackupContents.catalogue] == manifest.catalogue,
            digests.filter({ BackupContents.isKey($0.key) }) == manifest.digestsOfKeys, changed.isSubset(of: damaged)
        else { throw Self.malformed("it is not what its manifest says") }
        let documents = try checkCatalogue(damaged)
        return Outcome(
            documents: documents, files: files - changed.count, createdAt: manifest.createdAt, damaged: damaged.count)
    }

    private static func manifest(_ bytes: Data) throws(Failure) -> BackupManifest {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let manifest = try? decoder.decode(BackupManifest.self, from: bytes) else {
            throw malformed("its manifest cannot be read")
        }
        guard (1...BackupManifest.newestVersion).contains(manifest.version) else {
            throw malformed("it was made by another version of Formwright")
        }
        return manifest
    }

    /// Writes an entry into a new file and returns its digest.
    private func extract(_ entry: ArchiveReader.Entry, _ reader: ArchiveReader) throws -> String {
        let path = path(entry.name)
        let parent = (path as NSString).deletingLastPathComponent
        guard mkdir(parent, 0o700) == 0 || errno == EEXIST else {
            throw SystemCallError.last("mkdir").failure(writing: parent)
        }
        var hash = SHA256()
        do {
            let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            defer { try? file.close() }
            while case let piece = try reader.read(upTo: Self.pieceSize), !piece.isEmpty {
                hash.update(data: piece)
                try file.writeAll(piece)
            }
        } catch let error as SystemCallError {
            if error.number == EEXIST { throw Self.malformed("it has an entry twice") }
            throw error.failure(writing: path)
        }
        return Hexadecimal.text(hash.finalize())
    }

    private static func bytes(_ entry: ArchiveReader.Entry, _ reader: ArchiveReader) throws -> Data {
        var bytes = Data()
        while case let piece = try reader.read(upTo: pieceSize), !piece.isEmpty { bytes += piece }
        return bytes
    }

    /// Checks the catalogue and the presence of its bytes, and returns the number of documents.
    private func checkCatalogue(_ damaged: Set<ContentID>) throws -> Int {
        do {
            let catalogue = try Catalogue(building.appendingPathComponent(BackupContents.catalogue))
            try checkSchema(of: catalogue)
            guard try catalogue.isSound() else { throw Self.malformed("its catalogue is damaged") }
            for content in try catalogue.contents() where !damaged.contains(content) {
                guard access(path(BackupContents.name(of: content)), F_OK) == 0 else {
                    throw Self.malformed("it lacks bytes of a document")
                }
            }
            let documents = try catalogue.documentCount()
            try catalogue.close()
            return documents
        } catch let error as SQLError where error.isFaultOfContent {
            throw Failure(
                .malformedBackup, "The file is not a backup, or was changed: its catalogue cannot be read.",
                underlying: "\(error)")
        }
    }

    /// Checks that the catalogue has only known migrations, views and triggers.
    ///
    /// SQLite would run any other view or trigger with the program's rights.
    private func checkSchema(of catalogue: Catalogue) throws {
        let folder = building.appendingPathComponent("new")
        defer { try? FileManager.default.removeItem(at: folder) }
        let system = try LocalSystem(SystemSettings(store: folder.path, domains: domains))
        try system.database.close()
        let new = try Catalogue(LocalSystem.catalogue(in: folder))
        guard try catalogue.migrations().isSubset(of: new.migrations()) else {
            throw Self.malformed("it was made by a newer version of Formwright")
        }
        guard try catalogue.programs().isSubset(of: new.programs()) else {
            throw Self.malformed("its catalogue has a view or trigger that no store has")
        }
    }

    private func path(_ name: String) -> String { building.appendingPathComponent(name).path }

    // MARK: Publishing

    /// Makes the store durable and moves it into place.
    private func publish() throws {
        do {
            let built = try FileDescriptor.open(building.path, O_RDONLY | O_DIRECTORY)
            let number = FileCalls.syncFileSystem(of: built.rawValue)
            try built.close()
            guard number == 0 else { throw SystemCallError("syncfs", number) }
            // This replaces an empty folder.
            guard rename(building.path, folder.path) == 0 else { throw SystemCallError.last("rename") }
        } catch let error as SystemCallError {
            throw error.failure(writing: folder.path)
        }
        try? FileDescriptor.synchronise(folder: folder.deletingLastPathComponent().path)
    }

    private static func malformed(_ reason: String) -> Failure {
        Failure(.malformedBackup, "The file is not a whole backup: \(reason).")
    }
}
