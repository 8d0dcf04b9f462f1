import ArgumentParser
import Backup
import FailureModel
import Files
import Foundation
import LocalStore
import Pipeline
import Threads

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write the whole store into one file, while everything runs.",
        discussion: """
            The file is a tar archive of the catalogue at one moment, the documents and results that it refers to, and the \
            keys of signed links and of apps' tokens. Only you can read it, and it is as private as the store. It is \
            complete or absent, and replaces an existing one.

            EXAMPLES
              formwright backup formwright-2026-01-31.tar
              formwright backup - --store /srv/forms | ssh vault "cat > forms.tar"
            """)

    @Argument(help: "File to write, or - for standard output.", completion: .file(extensions: ["tar"]))
    var file: String
    @OptionGroup var system: SystemArguments

    func run() async throws {
        let local = try system.openExisting()
        let backup = StoreBackup(of: local)
        let (file, counter) = (file, FileCounter())
        let outcome = try await offPool {
            guard file != "-" else {
                return try backup.write(to: FileDescriptor.standardOutput.rawValue, name: "standard output")
            }
            let output = try GrowingFile(at: URL(fileURLWithPath: file), isPrivate: true)
            let outcome = try backup.write(to: output.rawDescriptor, name: file) { counter.show($0, of: $1) }
            try output.finish()
            return outcome
        }
        counter.clear()
        StandardError.print("Documents: \(outcome.documents). Files: \(outcome.files).")
        guard outcome.damaged.isEmpty else {
            throw Failure(
                .artefactDamaged,
                "The backup is written, but stored bytes of these documents are damaged or missing: "
                    + outcome.damaged.map(\.short).joined(separator: ", ") + ".")
        }
    }
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a store from a backup.",
        discussion: """
            The folder must be empty or not exist. Every stored byte is compared with its digest before the store gets its \
            name, so that it is restored whole or not at all. Links, keys and tokens that the service gave out stay valid. \
            Work that was in progress is resumed by the next worker.

            EXAMPLES
              formwright restore formwright-2026-01-31.tar --store /srv/forms
            """)

    @Argument(help: "File that formwright backup has written, or - for standard input.", completion: .file())
    var file: String
    @Option(help: "Folder of the new store.") var store: String

    func run() async throws {
        guard case .folder(let folder) = try StoreLocation(argument: store) else {
            throw Failure(
                .malformedSettings, "A backup is restored into a folder, not on a server.",
                hint: "Restore it into a folder, and take that to the server with formwright store copy --to.")
        }
        let restoration = StoreRestoration(into: folder, domains: Program.current.stored)
        let (file, counter) = (file, FileCounter())
        let outcome = try await offPool {
            guard file != "-" else { return try restoration.run(reading: STDIN_FILENO) }
            let input = try Self.open(file)
            defer { try? input.close() }
            return try restoration.run(reading: input.rawValue) { counter.show($0) }
        }
        counter.clear()
        StandardOutput.print(
            "Restored the backup of \(Timestamp(outcome.createdAt).text). Documents: \(outcome.documents). "
                + "Files: \(outcome.files).")
        if outcome.damaged > 0 {
            StandardError.print("Files that were damaged already when the backup was made: \(outcome.damaged).")
        }
    }

    private static func open(_ file: String) throws(Failure) -> FileDescriptor {
        do throws(SystemCallError) {
            return try FileDescriptor.open(file, O_RDONLY)
        } catch {
            throw Failure(
                error.number == ENOENT ? .inputMissing : .inputUnreadable,
                "\(file) cannot be opened: \(error.reason).")
        }
    }
}
