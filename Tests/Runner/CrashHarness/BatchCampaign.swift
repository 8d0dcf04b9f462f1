import ProcessTestSupport
import ArgumentParser
import CCrashPoints
import FormModel
import FormFilling
import Formwright
import Foundation
import Pipeline
import PipelineTestSupport
import TestSupport

/// A batch that dies at every call that changes a file, and is then run again.
struct BatchCampaign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Injects a fault at every file-changing call of a batch, then resumes it.")

    @Option(help: "The faults to inject; all by default.")
    var faults: [Fault] = Fault.allCases.filter { $0 != .never }

    @OptionGroup var sample: SampleOptions

    func run() async throws {
        let whole = try TemporaryFolder()
        try await SmallBatch(folder: whole.path).run()
        let expected = try SmallBatch(folder: whole.path).files()
        let counted = try TemporaryFolder()
        let lines = try Victim(["batch-scenario", counted.path, Fault.never.rawValue, "0"]).promises()
        guard expected.count == SmallBatch.rows - 1, let points = Int(lines.trimmingCharacters(in: .newlines)) else {
            throw WentWrong()
        }
        var hasFailed = false
        for fault in faults {
            let began = ContinuousClock.now
            var campaign = Campaign(
                campaign: "batch \(fault.rawValue)", points: points, every: sample.every, offset: sample.start)
            for point in FaultSample.points(1...points + 5, every: sample.every, offset: sample.start) {
                let folder = try TemporaryFolder()
                let victim = try Victim(["batch-scenario", folder.path, fault.rawValue, String(point)])
                let isDone = !victim.promises().isEmpty
                campaign.rounds += 1
                campaign.kills += victim.process.terminationReason == .uncaughtSignal ? 1 : 0
                let batch = SmallBatch(folder: folder.path)
                for (name, bytes) in try batch.files() where bytes != expected[name] {
                    campaign.violations.append("\(fault.rawValue) at \(point): \(name) is not whole")
                }
                if isDone, try batch.files() != expected {
                    campaign.violations.append("\(fault.rawValue) at \(point): not all is there that was done")
                }
                do {
                    try await batch.run()
                    if try batch.files() != expected || batch.hasLeftovers {
                        campaign.violations.append("\(fault.rawValue) at \(point): the second run ends otherwise")
                    }
                } catch {
                    campaign.violations.append("\(fault.rawValue) at \(point): the second run fails: \(error)")
                }
            }
            campaign.seconds = (ContinuousClock.now - began).inSeconds
            print(String(decoding: try JSONEncoder().encode(campaign), as: UTF8.self))
            hasFailed = hasFailed || !campaign.violations.isEmpty
        }
        if hasFailed { throw ExitCode.failure }
    }
}

/// The process that dies.
struct BatchScenario: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "batch-scenario", shouldDisplay: false)

    @Argument var folder: String
    @Argument var fault: Fault
    @Argument var point: Int

    func run() async throws {
        do {
            try await SmallBatch(folder: folder).run {
                crash_points_keep_unsynced()
                crash_points_arm(fault.mode, point)
            }
        } catch {
            return
        }
        FileHandle.standardOutput.write(Data("\(crash_points_passed())\n".utf8))
        // What was reported as done must stay done.
        crash_points_cut_power()
    }
}

/// A few rows: one of them bad, two with the same name, one in a separate folder.
private struct SmallBatch {
    var folder: String

    static let rows = 7

    func run(ready: () -> Void = {}) async throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page(), widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (Name)")])
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        var batch = Batch(form: form, destination: .files(try NameTemplate(folder + "/{Folder}/{Name}.pdf")))
        batch.workers = 1
        let table = "Name,Folder\nAda,a\nGrace,a\nAda,a\ntoo few\nAlan,b\nBarbara,a\nEdsger,a\n"
        let rows = try RowsFile(
            data: Data(table.utf8), name: "rows.csv", folder: URL(filePath: folder, directoryHint: .isDirectory)
        ).rows()
        ready()
        let summary = try await batch.run(rows)
        guard summary.failed == 1 else { throw WentWrong() }
    }

    func files() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".pdf") }
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(filePath: folder + "/" + $0))) })
    }

    var hasLeftovers: Bool {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return names.contains { $0.hasSuffix(".part") }
    }
}
