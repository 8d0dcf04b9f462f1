import FormModel
import Formwright
import Forms
import Foundation

/// Standard error, for people.
enum StandardError {
    static func print(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
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
                throw FormError(.inputTooLarge, "Standard input is larger than the limit of \(limit >> 20) MB.")
            }
        }
        return data
    }

    /// Writes a whole file, or to standard output.
    static func write(_ data: Data, to path: String) throws {
        guard path == "-" else { return try OutputFile.write(data, to: URL(fileURLWithPath: path)) }
        try OutputFile.write(data, to: STDOUT_FILENO, name: "standard output")
    }

    /// The name for messages and reports.
    static func name(_ path: String) -> String {
        path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent
    }

    /// Whether two paths lead to one file.
    static func isSame(_ a: String, _ b: String) -> Bool {
        guard a != "-", b != "-" else { return false }
        var first = stat()
        var second = stat()
        guard stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
