import Dispatch
import Testing
import Threads

@Suite("Worker threads", .timeLimit(.minutes(30))) struct WorkerThreadsTests {
    private struct Refused: Error {}

    @Test("results are in the order of the work, with one context for each thread")
    func order() async throws {
        let contexts = Count()
        let results = try await WorkerThreads(count: 3).map(
            count: 200, context: { contexts.add(1) }
        ) { _, index in index * index }
        #expect(results == (0..<200).map { $0 * $0 })
        #expect((1...3).contains(contexts.value))
    }

    @Test("the first error stops the rest")
    func firstError() async {
        let done = Count()
        await #expect(throws: Refused.self) {
            _ = try await WorkerThreads(count: 1).map(count: 100, context: {}) { _, index in
                if index == 5 { throw Refused() }
                done.add(1)
            }
        }
        #expect(done.value == 5)
    }

    @Test("cancelling the calling task stops the work after the current piece")
    func cancelled() async {
        let threads = WorkerThreads(count: 1)
        let done = Count()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let goOn = DispatchSemaphore(value: 0)
        let task = Task {
            try await threads.map(count: 100, context: {}) { _, _ in
                start.finish()
                goOn.wait()
                done.add(1)
            }
        }
        for await _ in started {}
        task.cancel()
        goOn.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(done.value == 1)
    }
}
