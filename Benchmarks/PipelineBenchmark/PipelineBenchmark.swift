import ArgumentParser
import Files
import Foundation
import Pipeline
import PipelineSQLite

/// What the queue itself costs: jobs that do nothing, on SQLite with full durability.
@main
struct PipelineBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures the job queue on SQLite with full durability; prints JSON.")

    @Option(help: "Jobs of the run in batches.")
    var jobs = 20_000

    @Option(help: "Jobs of the run one by one.")
    var single = 2_000

    @Option(help: "Documents in the store while list, status and claim are timed.")
    var documents = 10_000

    @Option(help: "Where the store's file is made and removed; the disk matters.")
    var folder = FileManager.default.temporaryDirectory.path

    func run() async throws {
        let report = Report(
            durability: "WAL, synchronous=FULL", jobs: jobs,
            batched: try await Throughput.batched(jobs: jobs, in: folder),
            enqueuedBefore: try await Throughput.enqueuedBefore(jobs: jobs, in: folder),
            oneByOne: try await Throughput.oneByOne(jobs: single, in: folder),
            latencies: try await Latencies.measure(documents: documents, in: folder))
        print(String(decoding: try JSONText.encode(report), as: UTF8.self), terminator: "")
    }
}

/// What is printed. Rates are per second, latencies in milliseconds.
struct Report: Encodable {
    let durability: String
    let jobs: Int
    /// From adding the first document to the last job's end, all moves at once.
    let batched: Rate
    /// Claiming, running and completing only.
    let enqueuedBefore: Rate
    /// Add, begin, claim, complete: each a transaction that the next waits for.
    let oneByOne: Rate
    let latencies: Latencies
}

struct Rate: Encodable {
    let jobsPerSecond: Double
    let seconds: Double
    /// Of this process, user and system, for each job.
    let cpuMicrosecondsPerJob: Double
}
