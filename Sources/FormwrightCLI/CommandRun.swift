import ArgumentParser
import FailureModel
import Foundation

/// Runs the command line and turns what is thrown into lines and a status.
enum CommandRun {
    static func status() async -> Int32 {
        do {
            var command = try FormwrightCommand.parseAsRoot()
            StandardError.silenceLibraries()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return EXIT_SUCCESS
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
            return ProgramErrors.table.exitStatus(of: failure.code)
        }
    }

    /// Exits without running the libraries' atexit handlers, which are not safe while their threads may still run.
    static func end(with status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
