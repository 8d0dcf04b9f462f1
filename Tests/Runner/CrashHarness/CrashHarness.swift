import ArgumentParser
import CCrashPoints
import Foundation
import PipelineProcesses
import PipelineTestSupport

/// Kills the job runner, a batch and a watcher of folders at every change they make to a file, and the runner also at random, and checks what
/// is left.
///
/// Prints a line of JSON for each campaign; exits with 1 if anything was lost, duplicated or left half-finished.
@main
struct CrashHarness: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Kills the job runner at every write and checks that nothing is lost.",
        subcommands: [
            Exhaustive.self, RandomKills.self, BatchCampaign.self, RunScenario.self, Work.self, HostStages.self,
            BatchScenario.self, TreeCampaign.self, TreeScenario.self, WatchTrees.self,
        ])
}

private func report(_ campaigns: [Campaign]) throws {
    for campaign in campaigns {
        print(String(decoding: try JSONEncoder().encode(campaign), as: UTF8.self))
    }
    if campaigns.contains(where: { !$0.violations.isEmpty }) { throw ExitCode.failure }
}

extension Fault: ExpressibleByArgument {}

/// The choice among the points where a fault can be put.
struct SampleOptions: ParsableArguments {
    @Option(help: "Inject a fault only at every nth point.")
    var every = 1

    @Option(help: "The first point, modulo --every; random unless given here or in $\(FaultSample.variable).")
    var offset: Int?

    /// The effective offset.
    var start: Int { offset ?? FaultSample.offset }

    func validate() throws {
        guard every >= 1, offset ?? 0 >= 0 else { throw ValidationError("--every starts at 1, --offset at 0.") }
    }
}

struct Exhaustive: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Injects a fault at every call that changes a file.")

    @Option(help: "The faults to inject; all but power-cut by default.")
    var faults: [Fault] = Fault.allCases.filter { $0 != .never && $0 != .powerCut }

    @OptionGroup var sample: SampleOptions

    @Option(help: "The maximum number of concurrent runs.")
    var jobs = 4

    func run() async throws {
        try report(
            try await Campaign.exhaustive(
                faults, every: sample.every, offset: sample.start, jobs: jobs))
    }
}

struct RandomKills: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "random", abstract: "Kills worker processes under load at random.")

    @Option(help: "Documents per round.")
    var documents = 200

    @Option(help: "The total number of kills.")
    var kills = 1000

    @Option(help: "Worker processes on the store.")
    var workers = 3

    @Flag(help: "Run stages in separate processes, which are killed and stopped as well.")
    var isolated = false

    func run() async throws {
        try report([
            try await Campaign.random(documents: documents, kills: kills, workers: workers, isolated: isolated)
        ])
    }
}

struct RunScenario: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "scenario", shouldDisplay: false)

    @Argument var folder: String
    @Argument var fault: Fault
    @Argument var point: Int

    func run() async throws {
        crash_points_arm(fault.mode, point)
        if fault.isError {
            // The disk stays broken, so the work may never end; only what was promised until then counts.
            Task.detached {
                while crash_points_passed() < point { try await Task.sleep(for: .milliseconds(5)) }
                try await Task.sleep(for: .milliseconds(300))
                _exit(3)
            }
        }
        try await Scenario(folder: folder).run()
        FileHandle.standardOutput.write(Data("points \(crash_points_passed())\n".utf8))
    }
}

struct Work: AsyncParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    @Argument var folder: String
    @Flag var isolated = false

    func run() async throws {
        try await Scenario(folder: folder).work(isolated: isolated)
    }
}

struct HostStages: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stage-host", shouldDisplay: false)

    func run() async throws {
        try await StageHost.run(kinds: Workshop.kinds)
    }
}
