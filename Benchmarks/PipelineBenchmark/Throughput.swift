import Foundation
import Logging
import Pipeline
import PipelineSQL

/// Measures the rates of jobs that do nothing.
enum Throughput {
    private struct Nothing: Stage {
        let name: StageName = "nothing"
        func run(_ context: StageContext) async throws -> StageOutcome { .done() }
    }

    static let kinds = KindTable([
        ContentKind("nothing", processing: [ContentKind.PlannedStage(Nothing())], filling: [])
    ])

    static let route = Route(
        steps: [Route.Step(stage: "nothing", attemptLimit: 3, reuseKey: nil)], through: .processing, to: .ready)

    /// Runs everything concurrently.
    ///
    /// Producers and workers share the transactions.
    static func batched(jobs: Int, in folder: String) async throws -> Rate {
        try await withStore(in: folder) { store, artefacts in
            try await measure(jobs) {
                try await running(store, artefacts, workers: 64) {
                    try await enqueue(jobs, in: store, producers: 256)
                    try await waitForAll(jobs, in: store)
                }
            }
        }
    }

    /// Runs the workers alone.
    static func enqueuedBefore(jobs: Int, in folder: String) async throws -> Rate {
        try await withStore(in: folder) { store, artefacts in
            try await enqueue(jobs, in: store, producers: 256)
            return try await measure(jobs) {
                try await running(store, artefacts, workers: 64) { try await waitForAll(jobs, in: store) }
            }
        }
    }

    /// Runs one document after the other, in five transactions each.
    ///
    /// This is like a caller that waits for each document.
    static func oneByOne(jobs: Int, in folder: String) async throws -> Rate {
        try await withStore(in: folder) { store, artefacts in
            let client = PipelineClient(kinds: kinds, store: store, artefacts: artefacts)
            return try await measure(jobs) {
                try await running(store, artefacts, workers: 1) {
                    for number in 0..<jobs {
                        let document = try await add(number, to: store)
                        _ = try await client.process(document, in: .all)
                        _ = try await client.settled(document, in: .all)
                    }
                }
            }
        }
    }

    static func add(_ number: Int, to store: SQLStore) async throws -> DocumentID {
        let id = DocumentID(UUID())
        let new = NewDocument(
            id: id, owner: .local, kind: "nothing", fileName: "\(number).txt", mediaType: "text/plain",
            content: ContentID(of: Data("\(number)".utf8)), byteCount: 0)
        return try await store.add(new, at: SystemClock().now).id
    }

    /// Adds and begins a number of documents.
    static func enqueue(_ count: Int, in store: SQLStore, producers: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for producer in 0..<producers {
                group.addTask {
                    for number in stride(from: producer, to: count, by: producers) {
                        let id = try await add(number, to: store)
                        _ = try await store.begin(id, in: .all, along: route, inputs: [], at: SystemClock().now)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func waitForAll(_ count: Int, in store: SQLStore) async throws {
        while try await store.status(in: .all, at: SystemClock().now).documents[.ready] ?? 0 < count {
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    static func withStore<T>(
        in folder: String, _ body: (SQLStore, any ArtefactStore) async throws -> T
    ) async throws -> T {
        let path = folder + "/pipeline-benchmark-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try SQLStore(path: path + "/pipeline.sqlite")
        let result = try await body(store, LocalArtefactStore(root: path + "/artefacts"))
        try store.close()
        return result
    }

    private static func running(
        _ store: SQLStore, _ artefacts: any ArtefactStore, workers: Int, _ body: () async throws -> Void
    ) async throws {
        let runner = Runner(
            name: "benchmark", kinds: kinds, store: store, artefacts: artefacts,
            settings: RunnerSettings(workers: workers),
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            defer { group.cancelAll() }
            try await body()
        }
    }

    private static func measure(_ jobs: Int, _ body: () async throws -> Void) async throws -> Rate {
        let began = ContinuousClock.now
        let cpu = cpuSeconds()
        try await body()
        let (seconds, attoseconds) = (ContinuousClock.now - began).components
        let elapsed = Double(seconds) + Double(attoseconds) * 1e-18
        return Rate(
            jobsPerSecond: (Double(jobs) / elapsed).rounded(), seconds: elapsed,
            cpuMicrosecondsPerJob: ((cpuSeconds() - cpu) * 1e6 / Double(jobs)).rounded())
    }

    private static func cpuSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
    }
}
