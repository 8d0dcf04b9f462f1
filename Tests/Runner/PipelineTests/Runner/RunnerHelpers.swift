import Foundation
import Pipeline
import PipelineTestSupport
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization

/// Runs `runner` while `body` runs, and then cancels it.
func running<T: Sendable>(_ runner: Runner, _ body: () async throws -> T) async throws -> T {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await runner.run() }
        defer { group.cancelAll() }
        return try await body()
    }
}

/// Runs `runner` and passes `body` the closure that stops it gracefully; returns when both have ended.
func stopping(_ runner: Runner, _ body: @escaping @Sendable (_ stop: @Sendable () -> Void) async throws -> Void)
    async throws
{
    try await testGracefulShutdown { trigger in
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            group.addTask { try await body { trigger.triggerGracefulShutdown() } }
            try await group.waitForAll()
        }
    }
}

/// Polls without waiting, until the time limit of the suite cancels the test.
func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}

final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}

/// The number of callers inside at a time.
final class Gauge: Sendable {
    private let state = Mutex((inside: 0, most: 0))
    var most: Int { state.withLock { $0.most } }
    func enter() {
        state.withLock { state in
            state.inside += 1
            state.most = max(state.most, state.inside)
        }
    }
    func leave() { state.withLock { $0.inside -= 1 } }
}

/// Blocks threads, as a hanging library does, until it is opened.
final class Gate: Sendable {
    private let waiting = Mutex(0)
    private let semaphore = DispatchSemaphore(value: 0)
    var blocked: Int { waiting.withLock { $0 } }
    func block() {
        waiting.withLock { $0 += 1 }
        semaphore.wait()
        semaphore.signal()
    }
    func open() { semaphore.signal() }
}
