import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A runner reports the progress of stages", .timeLimit(.minutes(30)))
struct ProgressTests {
    @Test("at most twice a second, the latest, while the stage runs", arguments: StoreKind.allCases)
    func throttled(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let (gate, reported) = (Gate(), Counter())
        let memo = ContentKind.scripted { context in
            for page in 1...500 { context.reportProgress(completed: page, total: 1000, unit: "page") }
            reported.increment()
            gate.block()
            return .done()
        }
        let client = bench.client([memo])
        let document = try await client.process(try await bench.document().id, in: .all)
        try await running(bench.runner([memo])) {
            try await until { gate.blocked == 1 }
            let newest = try await bench.store.newestEvent()
            #expect(try await bench.store.jobs(JobQuery(in: .all)).first?.progress == nil, "not before half a second")
            // The loops of the runner, and the pending report.
            try await until { bench.clock.sleepers == 3 }
            bench.clock.advance(by: .milliseconds(500))
            try await until { try await bench.store.jobs(JobQuery(in: .all)).first?.progress?.completed == 500 }
            let told = try await bench.feed(after: newest)
            #expect(told.map(\.cause) == [.progressed])
            gate.open()
            #expect(try await client.settled(document.id, in: .all).state == .ready)
        }
        #expect(try await bench.store.jobs(JobQuery(in: .all)).first?.progress == nil)
    }

    @Test("a job that ends sooner costs the store nothing", arguments: StoreKind.allCases)
    func short(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let memo = ContentKind.scripted { context in
            for page in 1...3 { context.reportProgress(completed: page, total: 3) }
            return .done()
        }
        let client = bench.client([memo])
        let document = try await client.process(try await bench.document().id, in: .all)
        try await running(bench.runner([memo])) {
            #expect(try await client.settled(document.id, in: .all).state == .ready)
            bench.clock.advance(by: .milliseconds(500))
            bench.clock.advance(by: .milliseconds(500))
            let other = try await client.process(try await bench.document().id, in: .all)
            _ = try await client.settled(other.id, in: .all)
        }
        #expect(try await bench.causes(document.id) == [.imported, .began, .enqueued, .claimed, .completed, .arrived])
    }
}
