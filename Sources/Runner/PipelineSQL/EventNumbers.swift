/// The numbers of events.
enum EventNumbers {
    /// The number from which on written events are not in the feed yet.
    ///
    /// On PostgreSQL, of two numbers given out inside transactions the higher one may be committed first. Events
    /// therefore have provisional numbers at first, and get their place in the feed after their commit.
    static let firstPending: Int64 = 1 << 62
}
