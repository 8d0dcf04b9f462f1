import Foundation
import Testing

/// Runs the harness, which kills processes of its own; see `CrashHarness --help` for the long run.
///
/// `FORMWRIGHT_CRASH=full` puts every fault at every point, which takes some minutes.
@Suite("Nothing is lost, doubled or half done", .serialized)
struct CrashTests {
    private let isFull = ProcessInfo.processInfo.environment["FORMWRIGHT_CRASH"] == "full"

    private func harness(_ arguments: [String]) throws {
        // Built beside the test product, which is this program.
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process()
        process.executableURL = tests.deletingLastPathComponent().appending(path: "CrashHarness")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let report = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(report)")
        #expect(report.contains(#""rounds":"#), "\(report)")
    }

    @Test(
        "a fault at the calls that change files",
        arguments: [
            ("kill-before", 3), ("kill-after", 8), ("torn-write", 5), ("disk-full", 20), ("read-only", 20),
            ("io-error", 10),
        ])
    func everyPoint(_ fault: String, _ step: Int) throws {
        try harness(["exhaustive", "--faults", fault, "--every", isFull ? "1" : String(step)])
    }

    @Test("workers killed at random under load")
    func random() throws {
        try harness(["random", "--kills", isFull ? "1000" : "40"])
    }

    @Test("workers and the processes of their stages killed and stopped at random under load")
    func isolated() throws {
        try harness(["random", "--isolated", "--kills", isFull ? "1000" : "15"])
    }
}
