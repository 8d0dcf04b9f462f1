import ArgumentParser
import FailureModel
import Foundation

/// Runs the command line, and reports errors on standard error and as exit status.
enum CommandRun {
    static func status() async -> Int32 {
        var running: (any ParsableCommand.Type)?
        do {
            var command = try FormwrightCommand.parseAsRoot(arguments())
            running = type(of: command)
            StandardError.silenceLibraries()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch  where FormwrightCommand.exitCode(for: error) != .failure {
            return parserStatus(of: error, in: running)
        } catch {
            // Earlier output precedes the error message; the error itself determines the status.
            try? StandardOutput.flush()
            return report(error)
        }
        return flushed(EXIT_SUCCESS)
    }

    /// Returns the arguments of the process with current command names.
    private static func arguments() -> [String] {
        let given = Array(CommandLine.arguments.dropFirst())
        for command in Program.current.domains.flatMap(\.renamedCommands) {
            guard let updated = command.updating(given) else { continue }
            StandardError.print("formwright: \(command.notice)")
            return updated
        }
        return given
    }

    /// Prints the argument parser's message: help, the version or a mistake.
    ///
    /// The mistake may have been found by a running command, with its own usage.
    private static func parserStatus(of error: any Error, in running: (any ParsableCommand.Type)?) -> Int32 {
        StandardError.restore()
        let status = FormwrightCommand.exitCode(for: error).rawValue
        let message = running.map { usage(of: $0, for: error) } ?? FormwrightCommand.fullMessage(for: error)
        guard !message.isEmpty else { return status }
        if status == EXIT_SUCCESS {
            StandardOutput.write(message + "\n")
        } else {
            StandardError.write(message + "\n")
        }
        return flushed(status)
    }

    /// Returns the message of a mistake with the usage of the command that found it.
    private static func usage(of command: any ParsableCommand.Type, for error: any Error) -> String {
        let message = command.fullMessage(for: error)
        guard let names = names(of: command, below: FormwrightCommand.self), let last = names.last else {
            return message
        }
        // On its own, the command does not know those above it.
        let all = names.joined(separator: " ")
        return message.replacing("Usage: \(last) ", with: "Usage: \(all) ")
            .replacing("'\(last) --help'", with: "'\(all) --help'")
    }

    /// Returns the names that lead to a command; `nil` if none do.
    private static func names(
        of command: any ParsableCommand.Type, below root: any ParsableCommand.Type
    ) -> [String]? {
        if root == command { return [root._commandName] }
        return root.configuration.subcommands.lazy.compactMap { names(of: command, below: $0) }.first
            .map { [root._commandName] + $0 }
    }

    /// Prints an error and returns its exit status.
    private static func report(_ error: any Error) -> Int32 {
        let failure = Failure(error)
        for line in ProgramErrors.lines(failure) where failure.code != .cancelled || !(error is CancellationError) {
            StandardError.print("formwright: \(line)")
        }
        // A library's own message is printed for unexpected errors only.
        if failure.code == .internalError, let underlying = failure.underlying { StandardError.print(underlying) }
        return ProgramErrors.table.exitStatus(of: failure.code)
    }

    /// Returns the given status, or that of a failed write to standard output.
    private static func flushed(_ status: Int32) -> Int32 {
        do throws(Failure) {
            try StandardOutput.flush()
            return status
        } catch {
            return report(error)
        }
    }

    /// Exits without the libraries' atexit handlers, which are unsafe while threads run.
    static func end(with status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
