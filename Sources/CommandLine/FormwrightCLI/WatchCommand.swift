import LocalStore
import LocalWorkers
import FailureModel
import ArgumentParser
import Foundation
import Logging
import Pipeline
import PipelineProcesses
import ServiceLifecycle
import WatchFolder

struct WatchCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "watch",
            abstract: "\(purpose) as files are dropped into a folder.",
            discussion: """
                \(Program.current.sentences(.drops))Files that cannot be used are moved to failed/, with the reason in an \
                .error.json file.

                EXAMPLES
                  formwright watch inbox/ --out outbox/\(Program.current.lines(.dropExamples))
                  formwright watch                              # the folders in pipeline.yaml
                  formwright watch inbox/ --once                # process what is there now, then exit

                Ctrl-C or SIGTERM stops the watcher; the next run resumes unfinished work.
                """)
    }

    /// What the command does, in words.
    private static var purpose: String {
        guard let first = Program.current.words(.makes).first else { return "Take in content" }
        return "\(Program.capitalised(first)), or take in other content,"
    }

    @Argument(help: "Folder to watch. Defaults to the folders in pipeline.yaml.", completion: .directory)
    var inbox: String?

    @Option(
        name: .customLong("out"), help: "Folder for results. Defaults to outbox/ beside the inbox.",
        completion: .directory)
    var outbox: String?

    @Option(
        help: "Folder for originals that are done. Defaults to archive/ beside the inbox.", completion: .directory)
    var archive: String?

    @Option(help: "Folder for files that cannot be used. Defaults to failed/ beside the inbox.", completion: .directory)
    var failed: String?

    @Option(
        help:
            "Kind of the files. Defaults to the first that is switched on\(Program.current.kinds.first.map { ", usually \($0.name)" } ?? "")."
    )
    var kind: String?

    @Option(
        name: NameSpecification([.long] + Program.current.words(.original).map { .customLong($0) }),
        help:
            "Standing original for inputs that are dropped without one\(Program.current.words(.original).first.map { ", such as a \($0) for values" } ?? "").",
        completion: .file())
    var standing: String?

    @Option(
        help: "Profile of the person whose folder this is\(Program.current.clause(.profile, after: "; ")).",
        completion: .file())
    var profile: String?

    @Option(
        help:
            "Known original of which every file is a copy, by name\(Program.current.clause(.known, after: "; "))."
    )
    var known: String?

    @Option(
        help:
            "Owner of the documents, in a store shared with a service\(Program.current.clause(.owner, after: "; "))."
    )
    var owner: String?

    @Option(help: "Seconds without change before a file counts as complete. Defaults to 1.")
    var settle: Double?

    @Option(help: "Seconds between scans for changes that the system does not report. Defaults to 5.")
    var poll: Double?

    @Flag(
        help:
            "Process what is there and exit, with status \(ProgramErrors.table.exitStatus(of: .rowsFailed)) if anything failed."
    )
    var once = false

    @Flag(help: "Run stages in this process instead of in child processes with limits.")
    var inProcess = false

    @OptionGroup var system: SystemArguments
    @OptionGroup var logs: LogArguments
    @OptionGroup var metricsFile: MetricsArguments

    func validate() throws {
        let isRuleGiven =
            outbox != nil || archive != nil || failed != nil || standing != nil || profile != nil || known != nil
            || owner != nil
        if inbox == nil, isRuleGiven || kind != nil || settle != nil || poll != nil {
            throw ValidationError("These options need a folder to watch: formwright watch inbox/ --out outbox/")
        }
    }

    func run() async throws {
        let logger = logs.logger("formwright.watch", sentence: WatchSentences.sentence)
        let (settings, declared) = try read()
        var rules = declared
        // The caller of --once waits for the end, and learns at once what is wrong.
        let patience = StartPatience(once ? .zero : .seconds(60), logger: logger)
        let local = try await LocalSystem.starting(settings, patience)
        let handlers = try settings.domains.dropHandlers(in: local)
        for index in rules.indices {
            guard let handler = handlers.handler(of: rules[index].kind) else { continue }
            let rule = rules[index]
            try await patience.wait { try await local.checkReserved(rule.owner) }
            let owner = try await patience.wait { try await handler.owner(meant: rule.owner, of: rule.inbox) }
            rules[index].owner = owner
            guard let known = rule.known else { continue }
            let facts = try await patience.wait { try await handler.facts(ofCopiesOf: known, owner: owner) }
            guard let facts else {
                throw ValidationError(
                    "Files of the kind “\(rule.kind)” are not recognised, so they cannot be copies of “\(known)”.")
            }
            rules[index].facts = facts
        }
        let metrics = metricsFile.start(logger)
        let watcher = FolderWatcher(rules: rules, handlers: handlers, client: local.client, logger: logger)
        try await watcher.prepare()
        for rule in rules {
            logger.info("watching", metadata: ["inbox": "\(rule.inbox.path)", "outbox": "\(rule.outbox.path)"])
        }
        // With --once, a job waits at most 30 seconds for missing resources, since the caller waits for the end.
        let workers = LocalWorkers(
            on: local, host: system.host(settings, inProcess: inProcess), patience: once ? .seconds(30) : nil,
            metrics: metrics, logger: logger)
        guard once else {
            let housekeeping = try settings.domains.housekeeping(in: local, logger: logger)
            return try await workers.run(with: housekeeping + [watcher])
        }
        let summary = try await Interruption.cancelling { try await workers.run { try await watcher.runOnce() } }
        logger.notice(
            "finished",
            metadata: [
                "done": "\(summary.done)", "failed": "\(summary.failed)", "failedRecords": "\(summary.failedRecords)",
                "unfinished": "\(summary.unfinished)",
            ])
        if summary.unfinished > 0 {
            throw Failure(
                .outputUnwritable,
                "Drops not finished: \(summary.unfinished). The log gives the reason; the next run resumes them."
            )
        }
        if summary.failed + summary.failedRecords > 0 {
            throw Failure(
                .rowsFailed,
                "Drops that failed: \(summary.failed) of \(summary.done + summary.failed). Failed rows of the others: "
                    + "\(summary.failedRecords). See the .error.json files.")
        }
    }

    private func read() throws -> (SystemSettings, [WatchRule]) {
        let program = try ProgramSettings(reading: try system.source(), store: system.store)
        let (source, settings) = (program.source, program.system)
        let folder = source.path.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        // The program's kinds in order, without those that pipeline.yaml disables.
        let names = Program.current.kinds.map(\.name).filter { settings.pipeline.kinds[$0] != nil }
        let declared = WatchRule.rules(
            reading: source.file.section(WatchRule.settingsSection), folder: folder ?? URL(fileURLWithPath: "."),
            kinds: names,
            store: settings.folder, declaredAt: settings.declaresLocation ? source.file.section("store") : nil)
        try source.file.finish()
        guard let inbox else {
            guard !declared.isEmpty else {
                throw ValidationError(
                    "Name a folder to watch, or declare folders in pipeline.yaml: formwright watch inbox/")
            }
            return (settings, declared)
        }
        func path(_ text: String) -> URL { URL(fileURLWithPath: text).standardizedFileURL }
        let kind = kind.map { KindName($0) } ?? names.first ?? ""
        guard names.contains(kind) else { throw UnknownKind(kind: kind) }
        var rule = WatchRule(
            inbox: path(inbox), outbox: outbox.map(path), archive: archive.map(path), failed: failed.map(path),
            kind: kind, standing: standing.map(path), profile: profile.map(path),
            known: known, owner: owner.map { OwnerID($0) } ?? .local)
        if let conflict = WatchRule.conflicts(among: [rule], store: settings.folder).first {
            throw ValidationError(conflict.description)
        }
        if let settle { rule.settle = .milliseconds(Int64(settle * 1000)) }
        if let poll { rule.poll = .milliseconds(Int64(max(0.1, poll) * 1000)) }
        return (settings, [rule])
    }
}
