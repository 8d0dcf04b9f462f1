import Foundation

/// A clock for time and waiting.
public protocol PipelineClock: Sendable {
    /// The current time.
    var now: Timestamp { get }

    /// Waits until a moment.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    func sleep(until moment: Timestamp) async throws
}

extension PipelineClock {
    /// Waits for a duration; throws like ``sleep(until:)``.
    public func sleep(for duration: Duration) async throws {
        try await sleep(until: now + duration)
    }
}

/// The machine's wall clock.
///
/// Waiting uses the monotonic clock, so setting the time does not stop a runner.
public struct SystemClock: PipelineClock {
    /// Creates the clock.
    public init() {}

    /// The current time of the wall clock.
    public var now: Timestamp { Timestamp(Date()) }

    /// Waits on the monotonic clock for the time left until `moment`.
    public func sleep(until moment: Timestamp) async throws {
        try await Task.sleep(for: max(.zero, moment - now))
    }
}
