import NIOCore

/// How long a client may still keep the service waiting for the bytes of a request.
///
/// A client begins with a credit of waiting time. While the service wants bytes and none arrive the credit is spent, and
/// bytes restore it. So a request may pause for the credit at most, and must arrive at the rate on average; time in which
/// the service itself does not read does not count. The instants are those of the connection's event loop.
struct RequestPace {
    private var limit: Duration
    private let bytesPerSecond: Double
    private var credit: Duration
    private var waitingSince: NIODeadline?

    /// Creates a full credit.
    init(credit: Duration, bytesPerSecond: Int) {
        limit = credit
        self.credit = credit
        self.bytesPerSecond = Double(bytesPerSecond)
    }

    /// Refills the credit for another request.
    mutating func restart(at now: NIODeadline) {
        credit = limit
        if waitingSince != nil { waitingSince = now }
    }

    /// Lowers the credit, now and for good.
    mutating func tighten(to limit: Duration) {
        self.limit = min(self.limit, limit)
        credit = min(credit, limit)
    }

    /// The service wants bytes.
    mutating func beginWaiting(at now: NIODeadline) {
        if waitingSince == nil { waitingSince = now }
    }

    /// Bytes have arrived.
    mutating func received(_ count: Int, at now: NIODeadline) {
        credit = min(limit, rest(at: now) + .seconds(Double(count) / bytesPerSecond))
        waitingSince = nil
    }

    /// The waiting time that is left; negative if the client has exceeded it.
    func rest(at now: NIODeadline) -> Duration {
        credit - (waitingSince.map { .nanoseconds((now - $0).nanoseconds) } ?? .zero)
    }
}
