import Foundation
import Logging
import Pipeline
import PipelineSQL
import PostgreSQL

/// The rates and latencies of a queue on a PostgreSQL server.
struct ServerReport: Encodable {
    /// The committed changes of jobs' states per second, claims and completions, by the runners together.
    let movesPerSecond: Double
    let runners: Int
    let jobs: Int
    /// The milliseconds from the return of a move that makes work to the work's begin on another node, when idle.
    let claimOnAnotherNode: Latencies.Percentiles
}

/// Measures a store on a server, with separate connections for each node.
struct ServerMeasurement {
    /// The server, with an empty database.
    let address: PostgreSQLAddress
    /// The folder of the artefacts.
    let folder: String

    /// Notes when a stage begins.
    private struct Noting: Stage {
        let name: StageName = "nothing"
        let began: AsyncStream<ContinuousClock.Instant>.Continuation

        func run(_ context: StageContext) async throws -> StageOutcome {
            began.yield(.now)
            return .done()
        }
    }

    /// Counts the runs of a stage.
    private struct Counting: Stage {
        let name: StageName = "nothing"
        let ran: AsyncStream<Void>.Continuation

        func run(_ context: StageContext) async throws -> StageOutcome {
            ran.yield()
            return .done()
        }
    }

    /// Measures everything.
    func report(jobs: Int, runners: Int, waits: Int) async throws -> ServerReport {
        ServerReport(
            movesPerSecond: try await movesPerSecond(jobs: jobs, runners: runners).rounded(), runners: runners,
            jobs: jobs, claimOnAnotherNode: try await claimOnAnotherNode(waits))
    }

    private func node() throws -> SQLStore { try SQLStore(address: address) }

    private func runner(_ name: String, _ store: SQLStore, _ kinds: KindTable = Throughput.kinds) throws -> Runner {
        Runner(
            name: name, kinds: kinds, store: store, artefacts: try LocalArtefactStore(root: folder + "/artefacts"),
            settings: RunnerSettings(workers: 1),
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs jobs that wait, each runner with one worker.
    private func movesPerSecond(jobs: Int, runners: Int) async throws -> Double {
        let producer = try node()
        try await Throughput.enqueue(jobs, in: producer, producers: 8)
        let (done, continuation) = AsyncStream.makeStream(of: Void.self)
        let kinds = KindTable([
            ContentKind("nothing", processing: [ContentKind.PlannedStage(Counting(ran: continuation))], filling: [])
        ])
        let running = try (0..<runners).map { try runner("\($0)", node(), kinds) }
        let began = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for runner in running { group.addTask { try await runner.run() } }
            defer { group.cancelAll() }
            // Counting on the server would take a part of its time.
            var count = 0
            for await _ in done {
                count += 1
                if count == jobs { break }
            }
            while try await producer.count(DocumentQuery(in: .all, state: .processing)) > 0 {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        return Double(2 * jobs) / seconds
    }

    private func claimOnAnotherNode(_ count: Int) async throws -> Latencies.Percentiles {
        let (began, continuation) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        let kinds = KindTable([
            ContentKind(
                "nothing", processing: [ContentKind.PlannedStage(Noting(began: continuation))], filling: [])
        ])
        let (producer, other) = (try node(), try node())
        let runner = try runner("other", other, kinds)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            defer { group.cancelAll() }
            var iterator = began.makeAsyncIterator()
            var samples: [Double] = []
            for number in 0..<count {
                // Beyond the pause in which a node gathers news, and in any phase of the polls.
                try await Task.sleep(for: .milliseconds(.random(in: 40...140)))
                let id = try await Throughput.add(number, to: producer)
                _ = try await producer.begin(
                    id, in: .all, along: Throughput.route, inputs: [], at: SystemClock().now)
                let available = ContinuousClock.now
                guard let claimed = await iterator.next() else { break }
                // The other node may be faster than the answer to this one.
                samples.append(max(0, (claimed - available) / .milliseconds(1)))
            }
            return Latencies.Percentiles(samples)
        }
    }
}
