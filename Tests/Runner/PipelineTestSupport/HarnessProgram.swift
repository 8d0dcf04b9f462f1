import ProcessTestSupport
import Foundation

/// The program `CrashHarness`, which stops its child processes in every possible way; it is built beside the test
/// product.
public enum HarnessProgram {
    /// Whether every fault is injected at every point, which takes long: `FORMWRIGHT_CRASH=full`.
    public static var isFull: Bool { ProcessInfo.processInfo.environment["FORMWRIGHT_CRASH"] == "full" }

    /// Runs the program on a separate thread, so that Swift's cooperative threads stay free for other tests.
    ///
    /// - Parameter arguments: the program's arguments.
    /// - Returns: the exit status, and what the program printed.
    /// - Throws: an error if the program cannot be started.
    public static func run(_ arguments: [String]) async throws -> (status: Int32, report: String) {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try runBlocking(arguments) }) }
        }
    }

    private static func runBlocking(_ arguments: [String]) throws -> (status: Int32, report: String) {
        // The running program is the test product.
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = ChildProcess()
        process.executableURL = tests.deletingLastPathComponent().appending(path: "CrashHarness")
        process.arguments = arguments
        let output = Pipe()
        process.setStandardOutput(output)
        try process.run()
        let report = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, report)
    }
}
