import Foundation
import Pipeline
import PipelineSQL

/// The latencies of queries and claims in a full store, in milliseconds.
struct Latencies: Encodable {
    struct Percentiles: Encodable {
        let median: Double
        let p99: Double
        let most: Double

        init(_ samples: [Double]) {
            let sorted = samples.sorted()
            median = sorted[sorted.count / 2]
            p99 = sorted[sorted.count * 99 / 100]
            most = sorted[sorted.count - 1]
        }
    }

    let documents: Int
    let list: Percentiles
    let listByState: Percentiles
    let status: Percentiles
    let claimOne: Percentiles
    let claimTen: Percentiles

    /// Measures a store with analysed documents and pending jobs.
    ///
    /// Half of the documents are analysed; the others have one pending job each.
    static func measure(documents: Int, in folder: String) async throws -> Latencies {
        try await Throughput.withStore(in: folder) { store, _ in
            try await Throughput.enqueue(documents, in: store, producers: 256)
            for claim in try await claim(documents / 2, from: store) {
                try await store.complete(
                    claim.lease, with: StageResult(), then: Route(steps: [], through: .processing, to: .ready),
                    at: SystemClock().now)
            }
            return try await measure(store, statusSamples: 200)
        }
    }

    /// Measures a store as it is.
    static func measure(_ store: SQLStore, statusSamples: Int) async throws -> Latencies {
        let list = try await sample { _ = try await store.documents(DocumentQuery(in: .all, limit: 100)) }
        let listByState = try await sample {
            _ = try await store.documents(DocumentQuery(in: .all, state: .ready, before: 9000, limit: 100))
        }
        let one = try await sample { _ = try await claim(1, from: store) }
        let ten = try await sample { _ = try await claim(10, from: store) }
        let status = try await sample(statusSamples) { _ = try await store.status(in: .all, at: SystemClock().now) }
        return Latencies(
            documents: try await store.count(DocumentQuery(in: .all)), list: list, listByState: listByState,
            status: status, claimOne: one, claimTen: ten)
    }

    private static func claim(_ count: Int, from store: SQLStore) async throws -> [Claim] {
        let now = SystemClock().now
        let slot = ClaimRequest.Slot(address: StageAddress(kind: "nothing", stage: "nothing"), room: count)
        let request = ClaimRequest(
            worker: "benchmark", slots: [slot], limit: count, leaseUntil: now + .seconds(3600))
        return try await store.claim(request, at: now)
    }

    private static func sample(_ count: Int = 200, _ body: () async throws -> Void) async throws -> Percentiles {
        var samples: [Double] = []
        for _ in 0..<count {
            let began = ContinuousClock.now
            try await body()
            let (seconds, attoseconds) = (ContinuousClock.now - began).components
            samples.append(Double(seconds) * 1e3 + Double(attoseconds) * 1e-15)
        }
        return Percentiles(samples)
    }
}
