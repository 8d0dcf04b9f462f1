import LocalStore
import FailureModel
import ArgumentParser
import Files
import Foundation
import Pipeline
import PipelineSQL

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show documents by state, jobs by stage, throughput, the longest wait and the latest failures.",
        discussion: """
            For a store in PostgreSQL, the other processes that are connected to it are listed, too.

            EXAMPLES
              formwright status
              formwright status --follow
              formwright status --json
            """)

    @Flag(help: "Refresh every second, until Ctrl-C.")
    var follow = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var owners: OwnerArguments
    @OptionGroup var system: SystemArguments

    func run() async throws {
        // It needs no bytes, and must answer while their store does not.
        let store = try LocalSystem.catalogue(of: system.program().system)
        repeat {
            let status = try await store.status(in: owners.scope, at: Timestamp(Date()))
            let failed = try await store.documents(DocumentQuery(in: owners.scope, state: .failed, limit: 5))
            let running = try await store.jobs(JobQuery(in: owners.scope, state: .running, limit: 20))
            let nodes = try await store.nodes()
            let limit = store.countLimit
            let text =
                json
                ? String(
                    decoding: try JSONText.encode(StatusReport(status, upTo: limit, running, failed, nodes)),
                    as: UTF8.self)
                : Self.text(status, upTo: limit, running, failed) + Self.text(nodes)
            // Moves the cursor to the top left corner and clears the screen below it.
            let home = follow && isatty(STDOUT_FILENO) == 1 ? "\u{1B}[H\u{1B}[J" : ""
            StandardOutput.write(home + text)
            try StandardOutput.flush()
            if follow { try await Task.sleep(for: .seconds(1)) }
        } while follow
    }

    /// Returns the table of other processes, which only a store on a server knows.
    private static func text(_ nodes: [StoreNode]?) -> String {
        guard let nodes, !nodes.isEmpty else { return "" }
        var table = TextTable(["NODE", "PROCESS", "SINCE"])
        for node in nodes { table.add([TerminalText.printable(node.host), node.process, node.since.text]) }
        return "\n" + table.text
    }

    private static func text(
        _ status: StoreStatus, upTo limit: Int?, _ running: [Job], _ failed: [Document]
    ) -> String {
        func text(_ count: Int) -> String { count == limit ? "\(count)+" : "\(count)" }
        var documents = TextTable(["DOCUMENTS", ""])
        for state in DocumentState.allCases { documents.add([state.rawValue, text(status.documents[state] ?? 0)]) }
        var stages = TextTable(["STAGE", "WAITING", "LATER", "FOLLOWING", "FOR PARTS", "RUNNING"])
        for line in status.stages {
            stages.add([
                "\(line.address.kind) \(line.address.stage)", text(line.available), text(line.scheduled),
                text(line.following), text(line.waiting), text(line.running),
            ])
        }
        var text = documents.text + "\n"
        if !status.stages.isEmpty { text += stages.text + "\n" }
        let progress = running.compactMap { job in job.progress.map { (job, $0) } }
        if !progress.isEmpty {
            var table = TextTable(["RUNNING", "STAGE", "PROGRESS"])
            for (job, progress) in progress { table.add([job.document.short, job.stage.text, "\(progress)"]) }
            text += table.text + "\n"
        }
        text += "in the last minute: \(status.doneInLastMinute) jobs done, \(status.deadInLastMinute) failed\n"
        if let wait = status.oldestWait { text += "longest wait: \(wait.wholeMilliseconds / 1000) s\n" }
        guard !failed.isEmpty else { return text }
        var failures = TextTable(["FAILED", "FILE", "STAGE", "CODE"])
        for document in failed {
            failures.add([
                document.id.short, document.fileName, document.failure?.stage.text ?? "",
                document.failure?.code.rawValue ?? "",
            ])
        }
        return text + "\n" + failures.text
    }
}
