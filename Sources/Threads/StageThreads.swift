import Dispatch
import Foundation
import Synchronization

/// The threads that stages run on, so that their work never holds up Swift's cooperative pool.
///
/// Threads are made when they are needed, up to a limit, and kept. A stage that hangs keeps its thread; while its job is
/// given up, ``lend()`` lets another thread take the place, and ``takeBack()`` ends one when it comes back after all.
package final class StageThreads: TaskExecutor {
    private struct State {
        var waiting: [UnownedJob] = []
        var threads = 0
        var idle = 0
        var limit: Int
        var isStopped = false
    }

    private let state: Mutex<State>
    private let stackSize: Int
    /// Counts `waiting`, and at the end one for every thread.
    private let work = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - limit: how many threads at most.
    ///   - stackSize: of each, in bytes; by default what the main thread has, since libraries that decode images take
    ///     much of it.
    package init(limit: Int, stackSize: Int = 8 << 20) {
        state = Mutex(State(limit: limit))
        self.stackSize = stackSize
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.waiting.count > state.idle, state.threads < state.limit else { return false }
            state.threads += 1
            return true
        }
        work.signal()
        if needsThread { startThread() }
    }

    /// One thread more, in place of one that hangs.
    package func lend() {
        let needsThread = state.withLock { state in
            state.limit += 1
            guard !state.waiting.isEmpty else { return false }
            state.threads += 1
            return true
        }
        if needsThread { startThread() }
    }

    /// The thread that hung is back.
    package func takeBack() {
        state.withLock { $0.limit -= 1 }
    }

    /// Ends the threads once nothing waits; those that hang end when they come back.
    package func stop() {
        let threads = state.withLock { state in
            state.isStopped = true
            return state.threads
        }
        for _ in 0..<threads { work.signal() }
    }

    private func startThread() {
        let thread = Thread { self.serve() }
        thread.name = "stage"
        thread.stackSize = stackSize
        thread.start()
    }

    private func serve() {
        while let job = next() {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Blocks until there is a job; `nil` when the thread is not needed any more.
    private func next() -> UnownedJob? {
        let isSurplus = state.withLock { state in
            if (state.threads > state.limit || state.isStopped) && state.waiting.isEmpty {
                state.threads -= 1
                return true
            }
            state.idle += 1
            return false
        }
        if isSurplus { return nil }
        work.wait()
        return state.withLock { state in
            state.idle -= 1
            if state.waiting.isEmpty {
                state.threads -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
