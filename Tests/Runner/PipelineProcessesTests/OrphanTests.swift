import ProcessTestSupport
import Foundation
import PipelineTestSupport
import TestTraits
import Testing

@Suite("Processes and their parent", .blocking)
struct OrphanTests {
    /// The fixture with its own pool.
    private func parent(_ arguments: [String]) throws -> (ChildProcess, Pipe) {
        let process = ChildProcess()
        process.executableURL = URL(filePath: Fixture.program)
        process.arguments = arguments
        let output = Pipe()
        process.setStandardOutput(output)
        try process.run()
        return (process, output)
    }

    @Test("none outlives a killed parent: idle, working, hung or stopped")
    func orphans() async throws {
        let folder = try TemporaryFolder()
        let acts = ["sleep", "loop", "stop"]
        let (process, _) = try parent(["parent", folder.path] + acts)
        var children: [pid_t] = []
        let areStarted = try await Processes.eventually {
            children = Processes.children(of: process.processIdentifier)
            return children.count == acts.count + 1
        }
        #expect(areStarted)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try await Processes.eventually { !children.contains(where: Processes.isAlive) })
    }

    @Test("thousands of stages with occasional crashes leak no zombie, descriptor or memory")
    func churn() async throws {
        let folder = try TemporaryFolder()
        let (process, output) = try parent(["churn", folder.path])
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let report = try JSONDecoder().decode(Report.self, from: bytes)
        #expect(report.stages == 2000)
        #expect(report.zombies == 0)
        // Twenty crashes lie between; the last threads of a pool may hold a few descriptors when they are counted.
        #expect(report.descriptors[1] - report.descriptors[0] < 8, "\(report.descriptors)")
        // Malloc's arenas grow a little for each thread; a leak of 1 KB per stage would be 2 MB.
        #expect(report.resident[1] - report.resident[0] < 4 << 20, "\(report.resident)")
    }

    private struct Report: Decodable {
        let stages: Int
        let zombies: Int
        let descriptors: [Int]
        let resident: [Int]
    }
}
