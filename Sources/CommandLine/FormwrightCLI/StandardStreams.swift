import ArgumentParser
// Its constructor runs before main; nothing calls it.
import CStandardStreams
package import FailureModel
import Files
package import Foundation

/// Standard error for people to read.
package enum StandardError {
    /// A duplicate of descriptor 2 for the program's own lines, unaffected by its redirection.
    package static let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)

    package static let isTerminal = isatty(descriptor) == 1

    /// Prints one line with control characters escaped.
    ///
    /// Text from outside therefore cannot break out of it.
    package static func print(_ line: String) { write(TerminalText.printable(line) + "\n") }

    /// Writes the program's own text unchanged, without a line break.
    package static func write(_ text: String) {
        // If standard error is closed, there is nowhere to report it.
        try? FileDescriptor(rawValue: descriptor).writeAll(Data(text.utf8))
    }

    /// Redirects descriptor 2 to `/dev/null` unless FORMWRIGHT_VERBOSE is set.
    ///
    /// This suppresses the messages of libpng, libjpeg, poppler and others about damaged files; the program's own
    /// errors have all that matters.
    package static func silenceLibraries() {
        guard descriptor >= 0, ProcessInfo.processInfo.environment["FORMWRIGHT_VERBOSE"] == nil else { return }
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard null >= 0 else { return }
        dup2(null, STDERR_FILENO)
        close(null)
    }

    /// Restores descriptor 2, for the argument parser's messages.
    package static func restore() { dup2(descriptor, STDERR_FILENO) }
}

/// Files named on the command line, where `-` is a standard stream.
package enum NamedFile {
    /// Reads a file or standard input, up to a limit in bytes.
    package static func read(_ path: String, limit: Int) throws -> Data {
        guard path == "-" else { return try InputFile.read(URL(fileURLWithPath: path), limit: limit) }
        var data = Data()
        while let chunk = try FileHandle.standardInput.read(upToCount: 1 << 20), !chunk.isEmpty {
            data += chunk
            guard data.count <= limit else {
                throw Failure(.inputTooLarge, "Standard input is larger than the limit of \(InputFile.size(limit)).")
            }
        }
        return data
    }

    /// Writes a complete file, or all bytes to standard output.
    package static func write(_ data: Data, to path: String) throws {
        guard path == "-" else { return try OutputFile.write(data, to: URL(fileURLWithPath: path)) }
        StandardOutput.write(data)
        try StandardOutput.flush()
    }

    /// Returns the name of a file for messages and reports.
    package static func name(_ path: String) -> String {
        path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent
    }

    /// Returns the path of an output for messages.
    package static func output(_ path: String) -> String { path == "-" ? "standard output" : path }

    /// Returns the paths of one output or several numbered ones for messages.
    package static func outputs(_ paths: [String]) -> String {
        guard let first = paths.first, let last = paths.last, paths.count > 1 else {
            return paths.first.map(output) ?? ""
        }
        return paths.count == 2 ? "\(first) and \(last)" : "\(first) to \(last)"
    }

    /// Checks that at most one of the inputs is standard input.
    package static func checkStandardInput(_ inputs: [String?]) throws {
        guard inputs.filter({ $0 == "-" }).count > 1 else { return }
        throw ValidationError("Only one input can come from standard input.")
    }

    /// Checks that no output is the same file as an input or another output.
    ///
    /// - Throws: `output_is_input`.
    package static func check(outputs: [String?], inputs: [String?]) throws(Failure) {
        try OutputConflict.check(outputs: files(outputs), inputs: files(inputs))
    }

    /// Checks that no folder has the name of an output.
    ///
    /// - Throws: `output_unwritable`.
    package static func checkIsNoFolder(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return }
        throw Failure(.outputUnwritable, "\(path) cannot be written: it is a folder.")
    }

    private static func files(_ paths: [String?]) -> [URL] {
        paths.compactMap { path in path.flatMap { $0 == "-" ? nil : URL(fileURLWithPath: $0) } }
    }
}
