import NIOCore

/// The time that a client may still take to send a request.
///
/// A client starts with a credit of waiting time. The credit is spent while the service waits for bytes, and restored
/// by bytes that arrive. A request may therefore pause for the credit at most, and must arrive at the given rate on
/// average; time in which the service itself does not read does not count. All instants are those of the connection's
/// event loop.
struct RequestPace {
    private var limit: Duration
    private let bytesPerSecond: Double
    private var credit: Duration
    private var waitingSince: NIODeadline?

    /// Creates a pace with a full credit.
    init(credit: Duration, bytesPerSecond: Int) {
        limit = credit
        self.credit = credit
        self.bytesPerSecond = Double(bytesPerSecond)
    }

    /// Refills the credit for the next request.
    mutating func restart(at now: NIODeadline) {
        credit = limit
        if waitingSince != nil { waitingSince = now }
    }

    /// Lowers the credit permanently.
    mutating func tighten(to limit: Duration) {
        self.limit = min(self.limit, limit)
        credit = min(credit, limit)
    }

    /// Records that the service waits for bytes.
    mutating func beginWaiting(at now: NIODeadline) {
        if waitingSince == nil { waitingSince = now }
    }

    /// Records that bytes have arrived.
    mutating func received(_ count: Int, at now: NIODeadline) {
        credit = min(limit, rest(at: now) + .seconds(Double(count) / bytesPerSecond))
        waitingSince = nil
    }

    /// Returns the remaining waiting time, which is negative once exceeded.
    func rest(at now: NIODeadline) -> Duration {
        credit - (waitingSince.map { .nanoseconds((now - $0).nanoseconds) } ?? .zero)
    }
}
