import FailureModel
import ArgumentParser
import FormModel
import Formwright
import Foundation
import Pipeline

/// The command line: parsing and printing, nothing else.
struct FormwrightCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formwright",
        abstract: "Finds the fields of a form and fills them.",
        discussion: """
            A form is a PDF, with or without form fields of its own, or a scan or photo as PDF, JPEG, PNG or TIFF. \
            Everything happens on this machine.

            EXAMPLES
              formwright inspect w9.pdf
              formwright fill w9.pdf --values ada.json -o w9-ada.pdf
              formwright fill w9.pdf --set "Name=Ada Lovelace" -o w9-ada.pdf
              formwright watch inbox/ --out outbox/

            Errors end with a status of their own; docs/errors.md lists them.
            """,
        version: "formwright 0.1.0",
        subcommands: [
            InspectCommand.self, FillCommand.self, BatchCommand.self, WatchCommand.self, DocumentsCommand.self,
            JobsCommand.self, WorkerCommand.self, StatusCommand.self, StageCommand.self, StageHostCommand.self,
        ])
}

@main
enum Main {
    static func main() async {
        do {
            var command = try FormwrightCommand.parseAsRoot()
            StandardError.silenceLibraries()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            end(with: EXIT_SUCCESS)
        } catch  where FormwrightCommand.exitCode(for: error) != .failure {
            // The parser's own: help, version, a wrong command line.
            StandardError.restore()
            FormwrightCommand.exit(withError: error)
        } catch {
            let failure = Failure(error)
            for line in ProgramErrors.lines(failure) where failure.code != .cancelled || !(error is CancellationError) {
                StandardError.print("formwright: \(line)")
            }
            // Only what nobody foresaw is worth a library's words.
            if failure.code == .internalError, let underlying = failure.underlying { StandardError.print(underlying) }
            end(with: ProgramErrors.table.exitStatus(of: failure.code))
        }
    }

    /// Exits without running the libraries' atexit handlers, which are not safe while their threads may still run.
    private static func end(with status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
