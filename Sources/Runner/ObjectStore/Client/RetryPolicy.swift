package import Curl
import Foundation

/// How long and how often requests are repeated.
package struct RetryPolicy: Sendable {
    /// The limits in time of one try.
    package var limits: CurlLimits
    /// The longest silence of a server that copies or assembles objects.
    package var copyStall: Duration
    /// The time from the beginning of an operation after which no further try begins.
    package var patience: Duration
    /// The number of tries that are made even if they take longer.
    package var leastTries: Int
    /// The pause after the first try, doubled after each further one.
    package var base: Duration
    /// The longest pause.
    package var ceiling: Duration
    /// The time since any fixed moment.
    package var now: @Sendable () -> Duration
    /// Waits, blocking the thread.
    package var pause: @Sendable (Duration) -> Void
    /// Returns a random number in 0..<1.
    package var random: @Sendable () -> Double

    /// Creates a policy.
    package init(
        limits: CurlLimits = CurlLimits(), copyStall: Duration = .seconds(120), patience: Duration = .seconds(30),
        leastTries: Int = 3, base: Duration = .milliseconds(100), ceiling: Duration = .seconds(5),
        now: @escaping @Sendable () -> Duration = { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) },
        pause: @escaping @Sendable (Duration) -> Void = { duration in
            let (seconds, attoseconds) = duration.components
            Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) * 1e-18)
        },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.limits = limits
        self.copyStall = copyStall
        self.patience = patience
        self.leastTries = leastTries
        self.base = base
        self.ceiling = ceiling
        self.now = now
        self.pause = pause
        self.random = random
    }

    /// The policy of a stage's process, which is killed if it seems to hang.
    ///
    /// The runner repeats the stage later, and does not count the attempt.
    package static var inStage: RetryPolicy {
        RetryPolicy(
            limits: CurlLimits(connect: .seconds(2), stall: .seconds(4)), copyStall: .seconds(4),
            patience: .seconds(5), leastTries: 1, ceiling: .seconds(1))
    }

    /// The policy of a look in passing: one short try.
    ///
    /// A runner that looks cannot take over jobs meanwhile.
    package static var once: RetryPolicy {
        RetryPolicy(
            limits: CurlLimits(connect: .seconds(1), stall: .seconds(1), total: .seconds(1)), patience: .zero,
            leastTries: 1)
    }

    /// The policy of a check that somebody waits for: one try of a few seconds.
    package static var check: RetryPolicy {
        RetryPolicy(
            limits: CurlLimits(connect: .seconds(2), stall: .seconds(2), total: .seconds(3)), patience: .zero,
            leastTries: 1)
    }

    /// Returns the pause after a number of tries.
    func delay(afterTry number: Int, asked: Duration?) -> Duration {
        let doubled = base * (1 << min(number - 1, 16))
        let jittered = min(doubled, ceiling) * (0.5 + random() / 2)
        return max(jittered, min(asked ?? .zero, ceiling))
    }
}
