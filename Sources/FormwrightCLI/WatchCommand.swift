import LocalWorkers
import FailureModel
import ArgumentParser
import FormModel
import Formwright
import Foundation
import Logging
import Pipeline
import PipelineProcesses
import ServiceLifecycle
import WatchFolder

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Fills forms as they are dropped into a folder.",
        discussion: """
            w9.pdf with w9.values.json (or .yaml, or .csv with many rows) becomes w9.filled.pdf in the outbox, and the \
            originals go to archive/. A form without values leaves w9.fields.json and w9.preview.pdf, and is filled when \
            values come. What cannot be used goes to failed/, with the reason in an .error.json.

            EXAMPLES
              formwright watch inbox/ --out outbox/
              formwright watch inbox/ --standing lease.pdf  # values alone fill the lease
              formwright watch                              # the folders of pipeline.yaml
              formwright watch inbox/ --once                # what is there now, then end

            Ctrl-C or SIGTERM ends it; what is unfinished then is gone on with by the next one.
            """)

    @Argument(help: "The folder to watch; those of pipeline.yaml where none is given.", completion: .directory)
    var inbox: String?

    @Option(
        name: .customLong("out"), help: "Where results go; outbox/ beside the inbox unless given.",
        completion: .directory)
    var outbox: String?

    @Option(
        help: "Where originals go when they are done; archive/ beside the inbox unless given.", completion: .directory)
    var archive: String?

    @Option(help: "Where files go that cannot be used; failed/ beside the inbox unless given.", completion: .directory)
    var failed: String?

    @Option(help: "What the files are, of the kinds in pipeline.yaml; forms unless given.")
    var kind: String?

    @Option(
        name: [.long, .customLong("form")],
        help: "The original of inputs that have none beside them, such as a form for values dropped alone.",
        completion: .file())
    var standing: String?

    @Option(help: "The owner of the documents that files become, for a store that a service shares.")
    var owner: String?

    @Option(help: "How many seconds a file must not have changed.")
    var settle: Double?

    @Option(help: "How many seconds to wait before looking again unasked, such as on network file systems.")
    var poll: Double?

    @Flag(
        help:
            "Work on what is there, and end; with status \(ProgramErrors.table.exitStatus(of: .rowsFailed)) where something failed."
    )
    var once = false

    @Flag(help: "Run stages in this process rather than in child processes under limits.")
    var inProcess = false

    @OptionGroup var system: SystemArguments
    @OptionGroup var logs: LogArguments
    @OptionGroup var numbers: MetricsArguments

    func validate() throws {
        if inbox == nil, outbox != nil || archive != nil || failed != nil || standing != nil || owner != nil {
            throw ValidationError("Name the folder to watch: formwright watch inbox/ --out outbox/")
        }
    }

    func run() async throws {
        let logger = logs.logger("formwright.watch")
        let (settings, rules) = try read()
        let local = try LocalSystem(settings)
        let metrics = numbers.start(logger)
        let watcher = FolderWatcher(rules: rules, kinds: Program.current.kinds, client: local.client, logger: logger)
        try await watcher.prepare()
        for rule in rules {
            logger.info("watching", metadata: ["inbox": "\(rule.inbox.path)", "outbox": "\(rule.outbox.path)"])
        }
        // Who works on what is there waits for the end of it.
        let workers = LocalWorkers(
            on: local, host: system.host(settings, inProcess: inProcess), patience: once ? .seconds(30) : nil,
            metrics: metrics, logger: logger)
        guard once else { return try await workers.run(with: watcher) }
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
                "\(summary.unfinished) could not be brought to an end, for the reason in the log; the next run goes on."
            )
        }
        if summary.failed + summary.failedRecords > 0 {
            throw Failure(
                .rowsFailed,
                "\(summary.failed) of \(summary.done + summary.failed) and \(summary.failedRecords) rows of the others "
                    + "could not be used; see the .error.json files.")
        }
    }

    private func read() throws -> (SystemSettings, [WatchRule]) {
        let source = try SettingsSource(path: system.config)
        let settings = SystemSettings(
            reading: source, store: system.store, kinds: Program.current.kinds,
            otherSections: [WatchRule.settingsSection])
        let folder = source.path.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        // Of the program's kinds, in its order, those that pipeline.yaml does not switch off.
        let names = Program.current.kinds.map(\.name).filter { settings.pipeline.kinds[$0] != nil }
        let declared = WatchRule.rules(
            reading: source.file.section(WatchRule.settingsSection), folder: folder ?? URL(fileURLWithPath: "."),
            kinds: names,
            store: settings.folder, declaredAt: settings.declaresFolder ? source.file.section("store") : nil)
        try source.file.finish()
        guard let inbox else {
            guard !declared.isEmpty else {
                throw ValidationError(
                    "Name a folder, or the folders to watch in pipeline.yaml: formwright watch inbox/")
            }
            return (settings, declared)
        }
        func path(_ text: String) -> URL { URL(fileURLWithPath: text).standardizedFileURL }
        let kind = kind.map { KindName($0) } ?? names.first ?? ""
        guard names.contains(kind) else { throw UnknownKind(kind: kind) }
        var rule = WatchRule(
            inbox: path(inbox), outbox: outbox.map(path), archive: archive.map(path), failed: failed.map(path),
            kind: kind, standing: standing.map(path), owner: owner.map { OwnerID($0) } ?? .local)
        if let conflict = WatchRule.conflicts(among: [rule], store: settings.folder).first {
            throw ValidationError(conflict.description)
        }
        if let settle { rule.settle = .milliseconds(Int64(settle * 1000)) }
        if let poll { rule.poll = .milliseconds(Int64(max(0.1, poll) * 1000)) }
        return (settings, [rule])
    }
}
