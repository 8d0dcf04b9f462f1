import ProcessTestSupport
import ArgumentParser
import CCrashPoints
import DroppedArchive
import Foundation
import Logging
import Pipeline
import PipelineSQL
import PipelineTestSupport
import WatchFolder
import WatchFolderTestSupport

/// A watcher that dies at every call that changes a file while it takes in folders and an archive, and is then run again.
struct TreeCampaign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folders",
        abstract: "Injects a fault at every file-changing call of a watcher that takes in folders, then runs it again.")

    @Option(help: "The faults to inject; all but power-cut by default.")
    var faults: [Fault] = Fault.allCases.filter { $0 != .never && $0 != .powerCut }

    @OptionGroup var sample: SampleOptions

    func run() async throws {
        let counted = try TemporaryFolder()
        let lines = try Victim(["folders-scenario", counted.path, Fault.never.rawValue, "0"]).promises()
        guard let points = Int(lines.trimmingCharacters(in: .newlines)) else { throw WentWrong() }
        guard try await TreeDrop(folder: counted.path).violations().isEmpty else { throw WentWrong() }
        var hasFailed = false
        for fault in faults {
            let began = ContinuousClock.now
            var campaign = Campaign(
                campaign: "folders \(fault.rawValue)", points: points, every: sample.every, offset: sample.start)
            for point in FaultSample.points(1...points + 5, every: sample.every, offset: sample.start) {
                let folder = try TemporaryFolder()
                let victim = try Victim(["folders-scenario", folder.path, fault.rawValue, String(point)])
                _ = victim.promises()
                campaign.rounds += 1
                campaign.kills += victim.process.terminationReason == .uncaughtSignal ? 1 : 0
                let drop = TreeDrop(folder: folder.path)
                var wrong: [String]
                do {
                    try await drop.run()
                    wrong = try await drop.violations()
                } catch {
                    wrong = ["the second run fails: \(error)"]
                }
                campaign.violations += wrong.map { "\(fault.rawValue) at \(point): \($0)" }
            }
            campaign.seconds = (ContinuousClock.now - began).inSeconds
            print(String(decoding: try JSONEncoder().encode(campaign), as: UTF8.self))
            hasFailed = hasFailed || !campaign.violations.isEmpty
        }
        if hasFailed { throw ExitCode.failure }
    }
}

/// The process that dies.
struct TreeScenario: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "folders-scenario", shouldDisplay: false)

    @Argument var folder: String
    @Argument var fault: Fault
    @Argument var point: Int

    func run() async throws {
        let drop = TreeDrop(folder: folder)
        try drop.prepare()
        if fault.isError {
            // The disk stays broken, so the work may never end.
            Task.detached {
                while crash_points_passed() < point { try await Task.sleep(for: .milliseconds(5)) }
                try await Task.sleep(for: .milliseconds(300))
                _exit(3)
            }
        }
        try await drop.run {
            crash_points_arm(fault.mode, point)
        }
        FileHandle.standardOutput.write(Data("\(crash_points_passed())\n".utf8))
    }
}

/// A watcher of folders that works until it is killed, for tools/soak.
struct WatchTrees: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "watch-folders", shouldDisplay: false)

    @Argument var folder: String

    func run() async throws {
        var binder = Binder()
        binder.settle = .seconds(1)
        binder.limits = DroppedLimits()
        try await TreeDrop(folder: folder).watch(binder, isOnce: false)
    }
}

/// Two folders with inputs for one of them, and an archive.
struct TreeDrop {
    let folder: String

    private var rule: WatchRule {
        WatchRule(inbox: URL(filePath: folder + "/inbox"), kind: "album", settle: .zero, poll: .milliseconds(100))
    }

    func prepare() throws {
        let trip = folder + "/inbox/trip.binder/day"
        try FileManager.default.createDirectory(atPath: trip, withIntermediateDirectories: true)
        try Data("sea".utf8).write(to: URL(filePath: folder + "/inbox/trip.binder/1.txt"))
        try Data("salt".utf8).write(to: URL(filePath: trip + "/2.txt"))
        try Data("card".utf8).write(to: URL(filePath: folder + "/inbox/trip.paper"))
        let none = folder + "/inbox/none.binder"
        try FileManager.default.createDirectory(atPath: none, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: none + "/1.txt"))
        let zip = HostileZip([("hill/1.txt", "grass"), ("hill/2.txt", "sea")])
        try zip.data.write(to: URL(filePath: folder + "/inbox/hill.binder.zip"))
    }

    func run(ready: () -> Void = {}) async throws {
        ready()
        try await watch(Binder(), isOnce: true)
    }

    func watch(_ binder: Binder, isOnce: Bool) async throws {
        let kinds = KindTable([
            BoundAlbumKind().content(reading: nil), PageKind().content(reading: nil),
            ArchiveKind(limits: binder.limits).content(reading: nil),
        ])
        let logger = Logger(label: "harness") { _ in SwiftLogNoOpLogHandler() }
        let store = try SQLStore(path: folder + "/pipeline.sqlite")
        let artefacts = try LocalArtefactStore(root: folder + "/artefacts")
        let client = PipelineClient(kinds: kinds, store: store, artefacts: artefacts)
        let settings = RunnerSettings(
            workers: 2, lease: .milliseconds(500), poll: .milliseconds(20), drain: .seconds(2),
            backoff: Backoff(base: .milliseconds(10), ceiling: .milliseconds(100)))
        let runner = Runner(
            name: "harness-\(ProcessInfo.processInfo.processIdentifier)", kinds: kinds, store: store,
            artefacts: artefacts, settings: settings, logger: logger)
        let watcher = FolderWatcher(
            rules: [rule], handlers: [binder], client: client, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            defer { group.cancelAll() }
            if isOnce {
                var summary = try await watcher.runOnce()
                // What the broken disk kept from ending.
                if summary.unfinished > 0 { summary = try await watcher.runOnce() }
                guard summary.unfinished == 0 else { throw WentWrong() }
            } else {
                try await watcher.run()
            }
        }
        try store.close()
    }

    /// Every way in which what is there differs from what must be.
    func violations() async throws -> [String] {
        let expected = [
            "inbox": [], "outbox": ["hill.count.txt", "hill.print.txt", "trip.count.txt", "trip.print.txt"],
            "archive": [
                "hill.binder.zip", "trip.binder", "trip.binder/1.txt", "trip.binder/day", "trip.binder/day/2.txt",
                "trip.paper",
            ],
            "failed": ["none.binder", "none.binder/1.txt", "none.error.json"],
        ]
        var wrong: [String] = []
        for (place, names) in expected {
            let found = (try? FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(place)")) ?? []
            let visible = found.filter { !$0.hasPrefix(".formwright") }.sorted()
            if visible != names { wrong.append("\(place) has \(visible)") }
        }
        let print = try? String(contentsOfFile: folder + "/outbox/trip.print.txt", encoding: .utf8)
        if print != "SALT SEA ON card" { wrong.append("the album says \(print ?? "nothing")") }
        let drops = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/inbox/.formwright/drops")) ?? []
        if !drops.isEmpty { wrong.append("\(drops.count) drops are left") }
        let store = try SQLStore(path: folder + "/pipeline.sqlite")
        let documents = try await store.documents(DocumentQuery(in: .all, limit: 100))
        let kinds = Dictionary(documents.map { ($0.kind.text, 1) }, uniquingKeysWith: +)
        if kinds != ["album": 2, "page": 3] { wrong.append("the store has \(kinds)") }
        let integrity = try await store.file?.integrityCheck()
        if integrity != "ok" { wrong.append("integrity_check: \(integrity ?? "no file")") }
        try store.close()
        return wrong
    }
}
