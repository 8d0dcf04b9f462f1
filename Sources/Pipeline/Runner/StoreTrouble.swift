/// Since when a store has refused one kind of move, and whether that is worth another line in the log.
struct StoreTrouble {
    private var since: Timestamp?
    private var last: (text: String, told: Timestamp)?

    /// How often the same is told again.
    private static let interval = Duration.seconds(60)

    /// Notes a refusal.
    ///
    /// - Returns: whether to tell of it: the first time, when it is another than before, and once a minute.
    mutating func isNews(_ error: any Error, at now: Timestamp) -> Bool {
        since = since ?? now
        let text = "\(error)"
        if let last, last.text == text, now >= last.told, now - last.told < Self.interval { return false }
        last = (text, now)
        return true
    }

    /// For how long the store has refused every time.
    func duration(at now: Timestamp) -> Duration { since.map { now - $0 } ?? .zero }

    /// Notes that the store does as it is asked.
    mutating func end() { self = StoreTrouble() }
}
