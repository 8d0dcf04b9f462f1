import Pipeline
import Synchronization
import Testing
import WatchFolder

@Suite("A budget of bytes", .timeLimit(.minutes(30))) struct ByteBudgetTests {
    @Test("never more than the capacity is in use, and every caller gets its turn, however large")
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

    /// The number of bytes in use, and its maximum so far.
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

    @Test("a waiter that is cancelled leaves, and those behind do not wait for it")
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

    @Test("a body that throws releases its bytes")
    func failing() async throws {
        struct Trouble: Error {}
        let budget = ByteBudget(10)
        for _ in 1...3 {
            await #expect(throws: Trouble.self) { try await budget.with(10) { throw Trouble() } }
        }
    }
}
