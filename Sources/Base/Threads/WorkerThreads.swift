import Foundation
import Synchronization

/// Threads for blocking work: page rendering, text recognition, drawing.
///
/// They keep Swift's cooperative threads free, and the per-thread data of C libraries (font maps, recognisers) warm.
package final class WorkerThreads: Sendable {
    /// The shared threads, one per core or as many as `FORMWRIGHT_THREADS` says.
    ///
    /// Several processes on one machine should share its cores, since every thread needs the memory of its page.
    package static let shared = WorkerThreads(
        count: ProcessInfo.processInfo.environment["FORMWRIGHT_THREADS"].flatMap { Int($0) }
            ?? ProcessInfo.processInfo.activeProcessorCount)

    package let count: Int
    /// A job that does its work and returns the closure to resume the waiting task.
    ///
    /// The job is released before that closure is called: its captured values must not be freed while the task, which
    /// may be the program's last, continues.
    private typealias Job = @Sendable () -> @Sendable () -> Void

    private let jobs = Mutex<[Job]>([])
    private let available = DispatchSemaphore(value: 0)

    /// Starts the threads, which live as long as the process.
    package init(count: Int) {
        self.count = max(1, count)
        for number in 0..<self.count {
            let thread = Thread { [self] in
                while true {
                    available.wait()
                    let finish = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
                    finish?()
                }
            }
            thread.name = "formwright-worker-\(number)"
            // Poppler recurses into nested forms and patterns.
            thread.stackSize = 16 << 20
            thread.start()
        }
    }

    /// Runs `body` on a thread once one is free.
    package func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            jobs.withLock { jobs in
                jobs.append {
                    let result = Result { try body() }
                    return { continuation.resume(with: result) }
                }
            }
            available.signal()
        }
    }

    /// Runs `count` pieces of work on all threads and returns the results in order.
    ///
    /// The first error stops the remaining pieces, and so does cancellation of the calling task. `context` creates the
    /// resources of each thread, such as an open document. `finished` is called after each piece, from any thread, with
    /// the number of finished pieces.
    package func map<Context, T: Sendable>(
        count: Int, context: @escaping @Sendable () throws -> Context,
        finished: @escaping @Sendable (Int) -> Void = { _ in },
        work: @escaping @Sendable (Context, Int) throws -> T
    ) async throws -> [T] {
        let shared = Shared<T>(count: count)
        return try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<min(count, self.count) {
                    group.addTask {
                        try await self.run {
                            try shared.drain(count: count, context: context, finished: finished, work: work)
                        }
                    }
                }
                do {
                    try await group.waitForAll()
                } catch {
                    shared.stop()
                    throw error
                }
            }
            try Task.checkCancellation()
            return shared.collected()
        } onCancel: {
            shared.stop()
        }
    }

    /// The shared state of the threads of one `map`.
    private final class Shared<T: Sendable>: Sendable {
        private let next = Atomic(0)
        private let done = Atomic(0)
        private let isStopped = Atomic(false)
        private let results: Mutex<[T?]>

        init(count: Int) {
            results = Mutex(Array(repeating: nil, count: count))
        }

        func stop() { isStopped.store(true, ordering: .relaxed) }

        func drain<Context>(
            count: Int, context: () throws -> Context, finished: (Int) -> Void,
            work: (Context, Int) throws -> T
        ) throws {
            do {
                let own = try context()
                while !isStopped.load(ordering: .relaxed) {
                    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard index < count else { return }
                    let result = try work(own, index)
                    results.withLock { $0[index] = result }
                    finished(done.wrappingAdd(1, ordering: .relaxed).newValue)
                }
            } catch {
                stop()
                throw error
            }
        }

        func collected() -> [T] { results.withLock { $0.compactMap(\.self) } }
    }
}
