import Pipeline
import Synchronization
import Testing
import WatchFolder

@Suite("A budget of bytes", .timeLimit(.minutes(1))) struct ByteBudgetTests {
    @Test("no more than there is is taken at a time, and everybody gets a turn, however large")
    func bounded() async throws {
        let budget = ByteBudget(100)
        let meter = Meter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                let bytes = [1, 30, 60, 100, 5000][number % 5]
                group.addTask {
                    try await budget.with(Int64(bytes)) {
                        meter.add(min(bytes, 100))
                        await Task.yield()
                        meter.add(-min(bytes, 100))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(meter.now == 0)
        #expect((1...100).contains(meter.most))
    }

    /// How much is in use, and the most that ever was.
    private final class Meter: Sendable {
        private let state = Mutex((now: 0, most: 0))

        var now: Int { state.withLock { $0.now } }
        var most: Int { state.withLock { $0.most } }

        func add(_ count: Int) {
            state.withLock { state in
                state.now += count
                state.most = max(state.most, state.now)
            }
        }
    }

    @Test("who is cancelled while waiting goes, and those behind do not wait for it")
    func cancelled() async throws {
        let budget = ByteBudget(100)
        let hold = Doorbell()
        let isHeld = Doorbell()
        let holder = Task {
            try await budget.with(60) {
                isHeld.ring()
                await hold.wait(beyond: 0)
            }
        }
        await isHeld.wait(beyond: 0)
        let large = Task { try await budget.with(80) {} }
        let small = Task { try await budget.with(10) {} }
        large.cancel()
        await #expect(throws: CancellationError.self) { try await large.value }
        try await small.value
        hold.ring()
        try await holder.value
        try await budget.with(100) {}
    }

    @Test("what fails gives back what it took")
    func failing() async throws {
        struct Trouble: Error {}
        let budget = ByteBudget(10)
        for _ in 1...3 {
            await #expect(throws: Trouble.self) { try await budget.with(10) { throw Trouble() } }
        }
    }
}
