import Foundation

/// Tells the time and waits.
public protocol PipelineClock: Sendable {
    /// The present moment.
    var now: Timestamp { get }

    /// Returns at `moment` or after; throws `CancellationError` where the task is cancelled before.
    func sleep(until moment: Timestamp) async throws
}

extension PipelineClock {
    /// Waits from now on; throws like ``sleep(until:)``.
    public func sleep(for duration: Duration) async throws {
        try await sleep(until: now + duration)
    }
}

/// The machine's wall clock. Waiting is by the monotonic clock, so setting the time does not stop a runner.
public struct SystemClock: PipelineClock {
    public init() {}

    public var now: Timestamp { Timestamp(Date()) }

    public func sleep(until moment: Timestamp) async throws {
        try await Task.sleep(for: max(.zero, moment - now))
    }
}
