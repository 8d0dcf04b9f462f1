import Foundation

/// `CrashHarness`, which stops processes of its own in every way; built beside the test product.
public enum HarnessProgram {
    /// Whether every fault is to be put at every point, which takes long: `FORMWRIGHT_CRASH=full`.
    public static var isFull: Bool { ProcessInfo.processInfo.environment["FORMWRIGHT_CRASH"] == "full" }

    /// Runs it on a thread of its own, so that other tests have Swift's cooperative threads to themselves meanwhile.
    ///
    /// - Returns: what it printed, with its status.
    public static func run(_ arguments: [String]) async throws -> (status: Int32, report: String) {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try runBlocking(arguments) }) }
        }
    }

    private static func runBlocking(_ arguments: [String]) throws -> (status: Int32, report: String) {
        // The test product is this program.
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process()
        process.executableURL = tests.deletingLastPathComponent().appending(path: "CrashHarness")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let report = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, report)
    }
}
