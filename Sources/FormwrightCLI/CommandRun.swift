import ArgumentParser
import FailureModel
import Foundation

/// Runs the command line and reports errors as lines on standard error and an exit status.
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
            // From the argument parser: help, version, an invalid command line.
            StandardError.restore()
            FormwrightCommand.exit(withError: error)
        } catch {
            let failure = Failure(error)
            for line in ProgramErrors.lines(failure) where failure.code != .cancelled || !(error is CancellationError) {
                StandardError.print("formwright: \(line)")
            }
            // A library's own message is printed for unexpected errors only.
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
