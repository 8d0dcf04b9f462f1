import Dispatch
import Foundation
import Testing
import Threads

@Suite("Stage threads", .timeLimit(.minutes(30))) struct StageThreadsTests {
    @Test("no more work runs than there are threads")
    func limit() async {
        let threads = StageThreads(limit: 2)
        defer { threads.stop() }
        let underWay = Count()
        let most = Count()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask(executorPreference: threads) {
                    most.raise(to: underWay.add(1))
                    usleep(1000)
                    underWay.add(-1)
                }
            }
        }
        #expect((1...2).contains(most.value))
    }

    @Test("while a thread hangs another takes its place until it returns")
    func hanging() async {
        let threads = StageThreads(limit: 1)
        defer { threads.stop() }
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let comeBack = DispatchSemaphore(value: 0)
        let hanging = Task(executorPreference: threads) {
            start.finish()
            comeBack.waitBlocking()
        }
        for await _ in started {}
        let waiting = Task(executorPreference: threads) { 1 }
        threads.lend()
        #expect(await waiting.value == 1)
        comeBack.signal()
        await hanging.value
        threads.takeBack()
        #expect(await Task(executorPreference: threads) { 2 }.value == 2)
    }

    @Test("blocking calls keep the cooperative threads free")
    func offTheCooperativePool() async throws {
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let arrived = Count()
        let goOn = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await offPool {
                        arrived.add(1)
                        goOn.wait()
                    }
                }
            }
            // On the cooperative threads they would occupy all of them, and this line would never be passed.
            while arrived.value < count { try await Task.sleep(for: .milliseconds(1)) }
            for _ in 0..<count { goOn.signal() }
            try await group.waitForAll()
        }
        #expect(arrived.value == count)
    }
}

extension DispatchSemaphore {
    /// `wait` must not be called in asynchronous code; here a thread is meant to hang.
    fileprivate func waitBlocking() { wait() }
}
