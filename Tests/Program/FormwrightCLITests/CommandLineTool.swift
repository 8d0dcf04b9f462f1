import ProcessTestSupport
import Foundation

/// Runs the built programs as a user would.
struct CommandLineTool {
    /// Whether the folders of the system can be hidden from a program.
    static let canEmptyFolders: Bool = {
        let probe = Process()
        probe.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        probe.arguments = ["--mount", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]
        probe.standardError = FileHandle.nullDevice
        guard (try? probe.run()) != nil else { return false }
        probe.waitUntilExit()
        return probe.terminationStatus == 0
    }()

    struct Outcome {
        var status: Int32
        var output: Data
        var errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Returns the location of a product, which is in the same folder as the tests.
    static func url(of program: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(program)
    }

    static let url = url(of: "formwright")

    /// Starts the program, discarding its standard error, and returns without waiting for it.
    static func start(_ arguments: [String], environment: [String: String]) throws -> ChildProcess {
        let process = ChildProcess()
        process.executableURL = url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.setStandardError(FileHandle.nullDevice)
        try process.run()
        return process
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - arguments: the command line.
    ///   - input: the bytes of standard input.
    ///   - path: an existing file for standard output; nil to return the output.
    ///   - limit: the arguments of the shell's `ulimit`, such as `-f 8` for files of at most 8 blocks of 512 bytes.
    ///   - environment: variables in addition to the test's own.
    ///   - emptied: a folder of the system that the program finds empty, which requires root.
    ///   - program: the name of the product.
    ///   - folder: the current folder of the program; nil for that of the tests.
    /// - Returns: the exit status, or the negated number of the signal, with the output.
    /// - Throws: if the program cannot be started.
    static func run(
        _ arguments: [String], input: Data = Data(), outputTo path: String? = nil, limit: String? = nil,
        environment: [String: String] = [:], emptying emptied: String? = nil, program: String = "formwright",
        folder: URL? = nil
    ) throws -> Outcome {
        let url = url(of: program)
        let process = ChildProcess()
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = folder }
        if let limit {
            // The limit of the shell is inherited by the program that replaces it.
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "ulimit \(limit); exec \"$0\" \"$@\"", url.path] + arguments
        } else if let emptied {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
            let script = "mount -t tmpfs none \"$0\" && exec \"$@\""
            process.arguments = ["--mount", "/bin/sh", "-c", script, emptied, url.path] + arguments
        } else {
            process.executableURL = url
            process.arguments = arguments
        }
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.setStandardInput(stdin)
        process.setStandardOutput(try path.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) } ?? stdout)
        process.setStandardError(stderr)
        try process.run()
        Thread.detachNewThread {
            // A program that ends without reading its input would end the tests by SIGPIPE.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            try? stdin.fileHandleForWriting.write(contentsOf: input)
            try? stdin.fileHandleForWriting.close()
        }
        let output = path == nil ? stdout.fileHandleForReading.readDataToEndOfFile() : Data()
        let errors = stderr.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: output, errors: String(decoding: errors, as: UTF8.self))
    }
}
