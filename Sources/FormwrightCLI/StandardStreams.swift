import ArgumentParser
import FailureModel
import Files
import FormModel
import Formwright
import Forms
import Foundation

/// Standard error, for people.
enum StandardError {
    /// Where our own lines go, whatever becomes of descriptor 2.
    static let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)

    static let isTerminal = isatty(descriptor) == 1

    /// Prints one line; whatever in it came from outside cannot leave it.
    static func print(_ line: String) { write(TerminalText.printable(line) + "\n") }

    /// Writes text of our own as it is, without ending the line.
    static func write(_ text: String) {
        // There is nowhere to report that standard error is closed.
        try? FileDescriptor(rawValue: descriptor).writeAll(Data(text.utf8))
    }

    /// Keeps the remarks that libpng, libjpeg, poppler and others print about damaged files off the terminal, unless
    /// FORMWRIGHT_VERBOSE is set: what matters of them is in our own errors.
    static func silenceLibraries() {
        guard descriptor >= 0, ProcessInfo.processInfo.environment["FORMWRIGHT_VERBOSE"] == nil else { return }
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard null >= 0 else { return }
        dup2(null, STDERR_FILENO)
        close(null)
    }

    /// Gives descriptor 2 back, for the argument parser's own messages.
    static func restore() { dup2(descriptor, STDERR_FILENO) }
}

/// What a path on the command line stands for; `-` is a standard stream.
enum NamedFile {
    /// The bytes of a file or of standard input, within a limit.
    static func read(_ path: String, limit: Int) throws -> Data {
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

    /// A table of records in a file or on standard input.
    static func rows(_ path: String) throws(Failure) -> RowsFile {
        guard path == "-" else { return try RowsFile(contentsOf: URL(fileURLWithPath: path)) }
        return RowsFile(owning: dup(STDIN_FILENO), name: name(path), folder: URL(fileURLWithPath: "."))
    }

    /// Writes a whole file, or to standard output.
    static func write(_ data: Data, to path: String) throws {
        guard path == "-" else { return try OutputFile.write(data, to: URL(fileURLWithPath: path)) }
        try FileDescriptor.standardOutput.writeAll(data, to: "standard output")
    }

    /// The name for messages and reports.
    static func name(_ path: String) -> String {
        path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent
    }

    /// Refuses to read standard input for more than one of the inputs.
    static func checkStandardInput(_ inputs: [String?]) throws {
        guard inputs.filter({ $0 == "-" }).count > 1 else { return }
        throw ValidationError("Only one of the inputs can come from standard input.")
    }

    /// Refuses outputs that are the same file as an input, or as each other.
    ///
    /// - Throws: `output_is_input`.
    static func check(outputs: [String?], inputs: [String?]) throws(Failure) {
        try OutputConflict.check(outputs: files(outputs), inputs: files(inputs))
    }

    private static func files(_ paths: [String?]) -> [URL] {
        paths.compactMap { path in path.flatMap { $0 == "-" ? nil : URL(fileURLWithPath: $0) } }
    }
}
