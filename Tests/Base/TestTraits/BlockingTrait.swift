import Foundation
import Synchronization
package import Testing

/// Runs tests that wait for programs, locks or disks on threads of their own.
///
/// Swift has only as many cooperative threads as the machine has cores. Tests that block them keep all others waiting, and
/// what these wait for may be the blocked ones.
package struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingExecutor.shared, operation: function)
    }
}

extension Trait where Self == BlockingTrait {
    /// Runs the tests on threads that may block.
    package static var blocking: Self { Self() }
}

/// Threads that run tasks, and may block as long as they like.
private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()

    private let jobs = Mutex<[UnownedJob]>([])
    private let available = DispatchSemaphore(value: 0)

    private init() {
        // More than tests run at a time, with room for the child tasks of each.
        for number in 0..<max(32, ProcessInfo.processInfo.activeProcessorCount * 8) {
            let thread = Thread { [self] in
                while true {
                    available.wait()
                    jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?
                        .runSynchronously(on: asUnownedTaskExecutor())
                }
            }
            thread.name = "blocking-tests-\(number)"
            thread.stackSize = 16 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        available.signal()
    }
}
