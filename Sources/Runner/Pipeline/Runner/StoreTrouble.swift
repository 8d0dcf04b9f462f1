import FailureModel

/// How long a store has been refusing one kind of move, and whether the latest refusal should be logged.
package struct StoreTrouble {
    private var since: Timestamp?
    private var last: (text: String, reportedAt: Timestamp)?

    /// The interval at which the same refusal is logged again.
    private static let interval = Duration.seconds(60)

    /// Whether no other attempt can succeed, since the store itself is damaged.
    package static func isFinal(_ error: any Error) -> Bool { Failure(error).code == .storeDamaged }

    /// Records a refusal.
    ///
    /// - Returns: whether to log it: the first one, one that differs from the last, and otherwise one a minute.
    mutating func isNews(_ error: any Error, at now: Timestamp) -> Bool {
        since = since ?? now
        let text = "\(error)"
        if let last, last.text == text, now >= last.reportedAt, now - last.reportedAt < Self.interval { return false }
        last = (text, now)
        return true
    }

    /// Returns how long the store has been refusing without interruption.
    func duration(at now: Timestamp) -> Duration { since.map { now - $0 } ?? .zero }

    /// Records that the store works again.
    mutating func end() { self = StoreTrouble() }
}
