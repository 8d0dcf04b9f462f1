import FormwrightCLI
import ArgumentParser
import FailureModel
import FamilyArchive
import Files
import Foundation
import Pipeline
import FamiliesService
import Synchronization

extension FamiliesCommand {
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Export a family to a ZIP file, while the service runs.",
            discussion: """
                The file has the rows (family.json), the uploads as they came in (originals), the pictures that were made of \
                them (pictures) and the books (books), under names that people understand. Uploads say where and when a photo \
                was taken: only you can read the file, and it is as private as the family. It is complete or absent.

                Left out are deleted artworks, invites, and what nobody can use elsewhere: passwords and logins.

                EXAMPLES
                  formwright families export "The Lovelaces" -o lovelaces.zip
                  formwright families export "The Lovelaces" -o lovelaces.zip --overwrite
                """)
        @OptionGroup var family: FamilyArguments
        @Option(name: [.short, .long], help: "File to write.", completion: .file(extensions: ["zip"])) var output:
            String
        @Flag(help: "Replace a file that exists.") var overwrite = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let families = try await FamilyTools(system)
            let found = try await families.administration.family(family.name)
            try checkOutput()
            let counter = FileCounter()
            let (path, stop) = (output, StopSign())
            let outcome = try await stop.onInterruption {
                let output = try GrowingFile(at: URL(fileURLWithPath: path), isPrivate: true)
                let export = FamilyExport(of: families.local, families.families)
                let outcome = try await export.write(found.id, to: output.rawDescriptor, name: path) {
                    try stop.check()
                    counter.show($0, of: $1)
                }
                try checkOutput()
                try output.finish()
                return outcome
            }
            counter.clear()
            StandardOutput.print("\(found.name)  exported, artworks: \(outcome.artworks), files: \(outcome.files)")
            Self.report(outcome.omissions)
            guard outcome.missing == 0 else {
                throw Failure(
                    .artefactDamaged,
                    "The export is written, but stored bytes are damaged or missing; family.json names the files: "
                        + "\(outcome.missing).")
            }
        }

        /// Refuses to replace a file unless requested.
        private func checkOutput() throws {
            guard !overwrite, FileManager.default.fileExists(atPath: output) else { return }
            throw Failure(
                .outputExists, "\(output) exists; name another file, or replace it with --overwrite.")
        }

        private static func report(_ omissions: ExportOmissions) {
            let parts = [
                ("deleted artworks", omissions.deletedArtworks), ("invites", omissions.invites),
                ("uploads that no artwork shows", omissions.unusedUploads),
                ("unfinished books", omissions.unfinishedBooks),
            ].filter { $0.1 > 0 }.map { "\($0.0): \($0.1)" }
            if !parts.isEmpty { StandardError.print("Left out, " + parts.joined(separator: ", ") + ".") }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Import a family from a file that export wrote.",
            discussion: """
                The family is imported wholly or not at all. It keeps its IDs unless one of them is used in the store; then all \
                are new, and nothing of the other family changes. Members are known by their e-mail addresses; those without \
                a user become users, who need a password (formwright users password). Pictures are prepared by the next \
                formwright serve, watch or worker. Books stay in the file.

                EXAMPLES
                  formwright families import lovelaces.zip
                  formwright families import lovelaces.zip --store /srv/families
                """)
        @Argument(help: "File that formwright families export has written.", completion: .file(extensions: ["zip"]))
        var file: String
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let input = try Self.open(file)
            defer { try? input.close() }
            let families = try await FamilyTools(system)
            let (counter, stop) = (FileCounter(), StopSign())
            let outcome = try await stop.onInterruption {
                try await FamilyImport(into: families.local, families.families).run(reading: input.rawValue) {
                    try stop.check()
                    counter.show($0, of: $1)
                }
            }
            counter.clear()
            Self.print(outcome)
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

        private static func print(_ outcome: FamilyImport.Outcome) {
            StandardOutput.print(
                "\(outcome.name)  imported, members: \(outcome.members), children: \(outcome.children), "
                    + "artworks: \(outcome.artworks), pictures: \(outcome.pictures), "
                    + "reactions and comments: \(outcome.remarks)")
            for email in outcome.newUsers {
                StandardOutput.print("new user  \(email)  (formwright users password \(email))")
            }
            if outcome.hasNewIDs {
                StandardError.print("The family has new IDs, since the store knows the old ones: \(outcome.family).")
            }
            if outcome.membersWithoutAddress > 0 {
                StandardError.print(
                    "Members without an e-mail address, who cannot log in: \(outcome.membersWithoutAddress).")
            }
            let left = [
                ("books", outcome.books), ("artworks whose upload is missing", outcome.artworksWithoutPicture),
                ("other pictures whose upload is missing", outcome.missingPhotos),
            ].filter { $0.1 > 0 }.map { "\($0.0): \($0.1)" }
            if !left.isEmpty { StandardError.print("Not taken over, " + left.joined(separator: ", ") + ".") }
        }
    }
}

/// A flag that tells blocking threads that Ctrl-C was pressed.
private final class StopSign: Sendable {
    private let isUp = Atomic(false)

    /// Runs `body`, and raises the flag on Ctrl-C or SIGTERM.
    func onInterruption<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        try await Interruption.cancelling { [self] in
            try await withTaskCancellationHandler {
                try await body()
            } onCancel: {
                isUp.store(true, ordering: .relaxed)
            }
        }
    }

    /// Throws `cancelled` if the flag is raised.
    func check() throws(Failure) {
        if isUp.load(ordering: .relaxed) { throw Failure(.cancelled, "The work was stopped before it finished.") }
    }
}
