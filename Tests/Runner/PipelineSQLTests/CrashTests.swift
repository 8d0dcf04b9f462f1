import PipelineTestSupport
import TestTraits
import Testing

/// Runs the harness, which kills its own processes; see `CrashHarness --help` for the long run.
///
/// `FORMWRIGHT_CRASH=full` puts every fault at every point, which takes some minutes; otherwise a sample is taken, a
/// different one in each run (`FaultSample`).
@Suite("Nothing is lost, duplicated or left half-finished", .blocking)
struct CrashTests {
    private let isFull = HarnessProgram.isFull

    private func harness(_ arguments: [String]) async throws {
        let (status, report) = try await HarnessProgram.run(arguments)
        #expect(status == 0, "\(report)")
        #expect(report.contains(#""rounds":"#), "\(report)")
    }

    @Test(
        "a fault at the calls that change files",
        arguments: [
            ("kill-before", 3), ("kill-after", 8), ("torn-write", 5), ("disk-full", 20), ("read-only", 20),
            ("io-error", 10),
        ])
    func everyPoint(_ fault: String, _ step: Int) async throws {
        try await harness(
            ["exhaustive", "--faults", fault, "--every", "\(isFull ? 1 : step)", "--offset", "\(FaultSample.offset)"])
    }

    @Test(
        "a fault at the calls of a watcher that takes in folders that change files",
        arguments: [("kill-before", 40), ("kill-after", 40), ("torn-write", 60), ("disk-full", 120), ("io-error", 120)])
    func folders(_ fault: String, _ step: Int) async throws {
        try await harness(
            ["folders", "--faults", fault, "--every", "\(isFull ? 1 : step)", "--offset", "\(FaultSample.offset)"])
    }

    @Test("workers killed at random under load")
    func random() async throws {
        try await harness(["random", "--kills", isFull ? "1000" : "40"])
    }

    @Test("workers and the processes of their stages killed and stopped at random under load")
    func isolated() async throws {
        try await harness(["random", "--isolated", "--kills", isFull ? "1000" : "15"])
    }
}
