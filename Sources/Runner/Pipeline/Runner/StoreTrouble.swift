import FailureModel

/// The record of a store's continued refusals of one kind of move.
///
/// It tells how long they have lasted, and whether to log the latest one.
package struct StoreTrouble {
    private var since: Timestamp?
    private var last: (text: String, reportedAt: Timestamp)?

    /// The interval for logging the same refusal again.
    private static let interval = Duration.seconds(60)

    /// Returns whether retries are pointless, since the store itself is damaged.
    package static func isFinal(_ error: any Error) -> Bool { Failure(error).code == .storeDamaged }

    /// Records a refusal.
    ///
    /// - Returns: whether to log it: the first one, a different one, and otherwise one a minute.
    mutating func isNews(_ error: any Error, at now: Timestamp) -> Bool {
        since = since ?? now
        let text = "\(error)"
        if let last, last.text == text, now >= last.reportedAt, now - last.reportedAt < Self.interval { return false }
        last = (text, now)
        return true
    }

    /// Returns the duration of the uninterrupted refusals.
    func duration(at now: Timestamp) -> Duration { since.map { now - $0 } ?? .zero }

    /// Records that the store works again.
    mutating func end() { self = StoreTrouble() }
}
