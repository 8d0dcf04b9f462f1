import FailureModel
import Pipeline
import PipelineSQL

/// The output of `status --json`.
struct StatusReport: Encodable {
    struct Stage: Encodable {
        let kind: String
        let stage: String
        let available: Int
        let scheduled: Int
        let following: Int
        let waiting: Int
        let running: Int
    }

    struct Running: Encodable {
        let document: String
        let stage: String
        /// The progress in `unit`s; all three are `nil` if the stage reports none.
        let completed: Int?
        let total: Int?
        let unit: String?
    }

    struct Failure: Encodable {
        let document: String
        let fileName: String
        let stage: String?
        let code: String?
        let message: String?
    }

    struct Node: Encodable {
        let host: String
        let process: String
        let since: String
    }

    /// The number at which counts stop; `nil` for exact counts, as of a folder.
    let countsUpTo: Int?
    /// The number of documents in each state, including states without documents.
    let documents: [String: Int]
    let stages: [Stage]
    /// The time that the oldest available job has waited; `nil` without one.
    let oldestWaitSeconds: Double?
    let doneInLastMinute: Int
    let failedInLastMinute: Int
    /// The running jobs enqueued last, at most 20.
    let running: [Running]
    /// The latest failures, at most five.
    let failures: [Failure]
    /// The other processes of a store on a server; `nil` for a folder.
    let nodes: [Node]?

    init(_ status: StoreStatus, upTo limit: Int?, _ running: [Job], _ failed: [Document], _ nodes: [StoreNode]?) {
        countsUpTo = limit
        self.nodes = nodes?.map { Node(host: $0.host, process: $0.process, since: $0.since.text) }
        documents = Dictionary(
            uniqueKeysWithValues: DocumentState.allCases.map { ($0.rawValue, status.documents[$0] ?? 0) })
        stages = status.stages.map { line in
            Stage(
                kind: line.address.kind.text, stage: line.address.stage.text, available: line.available,
                scheduled: line.scheduled, following: line.following, waiting: line.waiting,
                running: line.running)
        }
        oldestWaitSeconds = status.oldestWait.map { Double($0.wholeMilliseconds) / 1000 }
        doneInLastMinute = status.doneInLastMinute
        failedInLastMinute = status.deadInLastMinute
        self.running = running.map { job in
            Running(
                document: job.document.description, stage: job.stage.text, completed: job.progress?.completed,
                total: job.progress?.total, unit: job.progress?.unit)
        }
        failures = failed.map { document in
            Failure(
                document: document.id.description, fileName: document.fileName,
                stage: document.failure?.stage.text, code: document.failure?.code.rawValue,
                message: document.failure?.message)
        }
    }
}
