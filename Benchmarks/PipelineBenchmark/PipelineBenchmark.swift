import ArgumentParser
import Files
import Foundation
import Pipeline
import PipelineSQL
import PostgreSQL

/// Measures the cost of the queue with jobs that do nothing.
///
/// The store is SQLite with full durability, or an empty database of a PostgreSQL server.
@main
struct PipelineBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure the job queue on SQLite with full durability and print JSON.")

    @Option(help: "Number of jobs in the batched run.")
    var jobs = 20_000

    @Option(help: "Number of jobs in the one-by-one run.")
    var single = 2_000

    @Option(help: "Number of documents in the store while list, status and claim are timed.")
    var documents = 10_000

    @Option(help: "Folder in which the store is created and removed; the disk matters.")
    var folder = FileManager.default.temporaryDirectory.path

    @Option(help: "URL of an empty PostgreSQL database to measure instead of SQLite.")
    var server: String?

    @Option(help: "Number of runners on the server, each with one worker.")
    var runners = 4

    @Option(help: "Number of jobs that another node of the server waits for.")
    var waits = 500

    @Flag(help: "Measure lists, status and claims of the server's store as it is.")
    var existing = false

    func run() async throws {
        if let server, existing {
            let store = try SQLStore(address: PostgreSQLAddress(server))
            let report = try await Latencies.measure(store, statusSamples: 5)
            return print(String(decoding: try JSONText.encode(report), as: UTF8.self), terminator: "")
        }
        if let server {
            let measurement = ServerMeasurement(address: try PostgreSQLAddress(server), folder: folder)
            let report = try await measurement.report(jobs: jobs, runners: runners, waits: waits)
            return print(String(decoding: try JSONText.encode(report), as: UTF8.self), terminator: "")
        }
        let report = Report(
            durability: "WAL, synchronous=FULL", jobs: jobs,
            batched: try await Throughput.batched(jobs: jobs, in: folder),
            enqueuedBefore: try await Throughput.enqueuedBefore(jobs: jobs, in: folder),
            oneByOne: try await Throughput.oneByOne(jobs: single, in: folder),
            latencies: try await Latencies.measure(documents: documents, in: folder))
        print(String(decoding: try JSONText.encode(report), as: UTF8.self), terminator: "")
    }
}

/// The output.
///
/// Rates are per second, latencies in milliseconds.
struct Report: Encodable {
    let durability: String
    let jobs: Int
    /// The rate from the first added document to the last completed job.
    ///
    /// All operations run concurrently.
    let batched: Rate
    /// The rate of claiming, running and completing only.
    let enqueuedBefore: Rate
    /// The rate of adding, beginning, claiming and completing in sequence.
    ///
    /// Each is a transaction that must end before the next one.
    let oneByOne: Rate
    let latencies: Latencies
}

struct Rate: Encodable {
    let jobsPerSecond: Double
    let seconds: Double
    /// The CPU time of this process, user and system, per job.
    let cpuMicrosecondsPerJob: Double
}
