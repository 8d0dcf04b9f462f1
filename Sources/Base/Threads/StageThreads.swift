import Dispatch
import Foundation
import Synchronization

/// The threads for stages, outside Swift's cooperative pool.
///
/// Threads are created on demand, up to a limit, and kept. A stage that hangs keeps its thread: once its job is
/// abandoned, ``lend()`` allows another thread in its place, and ``takeBack()`` ends one if the stage returns after
/// all.
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
    /// Counts `waiting`; ``stop()`` adds one for each thread.
    private let work = DispatchSemaphore(value: 0)

    /// Creates the pool without starting a thread.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of threads.
    ///   - stackSize: the size of each stack in bytes; by default that of the main thread, since libraries that decode
    ///     images need a large one.
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

    /// Allows one more thread in place of a hung one.
    package func lend() {
        let needsThread = state.withLock { state in
            state.limit += 1
            guard !state.waiting.isEmpty else { return false }
            state.threads += 1
            return true
        }
        if needsThread { startThread() }
    }

    /// Withdraws the additional thread after the hung one has returned.
    package func takeBack() {
        state.withLock { $0.limit -= 1 }
    }

    /// Ends the threads once no job is waiting; hung ones end when they return.
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

    /// Waits for a job; `nil` if the thread is no longer needed.
    ///
    /// This blocks.
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
