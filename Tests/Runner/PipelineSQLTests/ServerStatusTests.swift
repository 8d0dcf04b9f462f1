import Pipeline
import PipelineSQL
import PipelineTestSupport
import Testing

@Suite("The status of a store on a server", .timeLimit(.minutes(60)))
struct ServerStatusTests {
    @Test("stops counting documents and jobs at a number, for each state and stage")
    func limit() async throws {
        let bench = try ServerBench()
        for owner: OwnerID in ["ada", "bob"] {
            for _ in 0..<4 { _ = try await bench.begun(owner: owner) }
        }
        _ = try await bench.begun(route: .processing("index"))
        _ = try await bench.store.add(bench.new(), at: bench.now)
        _ = try await bench.claim(2)
        let store = SQLStore(database: bench.store.database, leaseClock: .caller, countLimit: 3)
        let later = bench.now + .seconds(1)
        let status = try await store.status(in: .all, at: later)
        #expect(status.documents == [.imported: 1, .processing: 3])
        func line(_ stage: StageName, available: Int, running: Int) -> StoreStatus.StageLine {
            StoreStatus.StageLine(
                address: StageAddress(kind: "memo", stage: stage), available: available, scheduled: 0, following: 0,
                running: running)
        }
        #expect(
            status.stages == [
                line("count", available: 3, running: 2), line("index", available: 1, running: 0),
            ])
        #expect(status.oldestWait == .seconds(1))
        // The owners take turns, so each has one running.
        let ada = try await store.status(in: .owner("ada"), at: later)
        #expect(ada.documents == [.processing: 4] && ada.stages == [line("count", available: 3, running: 1)])
    }
}
