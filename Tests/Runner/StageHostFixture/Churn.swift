import FailureModel
import Foundation
import Logging
import Pipeline
import PipelineProcesses
import PipelineTestSupport

/// Runs thousands of stages in one pool, one in a hundred of which ruins its process; prints what they leave behind as
/// JSON.
struct Churn {
    private struct Report: Encodable {
        var stages = 0
        var zombies = 0
        /// Open files before and after.
        var descriptors: [Int] = []
        /// Resident bytes, before and after.
        var resident: [Int] = []
    }

    private let folder: String

    init(in folder: String) {
        self.folder = folder
    }

    func run() async throws {
        var report = Report()
        // Once in advance, so that everything created only once exists.
        _ = try await stages(500)
        report.descriptors.append(descriptors)
        report.resident.append(resident)
        report.stages = try await stages(2000)
        report.descriptors.append(descriptors)
        report.resident.append(resident)
        while waitpid(-1, nil, WNOHANG) >= 0 { report.zombies += 1 }
        print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    }

    private func stages(_ count: Int) async throws -> Int {
        let pool = StagePool(
            command: StageCommand(arguments: ["stage-host"]), settings: StagePoolSettings(size: 3, scratch: folder),
            logger: Logger(label: "churn") { _ in SwiftLogNoOpLogHandler() })
        let artefacts = try LocalArtefactStore(root: folder + "/artefacts")
        let address = StageAddress(kind: "fixture", stage: "act")
        let stage = StageHostFixture.kinds(fingerprint: nil).isolated(in: pool)[address]?.stage
        let done = try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= 3 { try await group.next() }
                let facts = number % 100 == 99 ? ["act": "die", "by": "SIGSEGV"] : ["act": "done"]
                group.addTask {
                    do {
                        _ = try await stage?.run(
                            .loose(address, facts: facts, artefacts: artefacts, limits: StageLimits()))
                    } catch let error as IsolatedStageError where error.failure.code == "stage_crashed" {}
                }
            }
            try await group.waitForAll()
            return count
        }
        await pool.shutDown()
        return done
    }

    private var descriptors: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
    }

    private var resident: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
