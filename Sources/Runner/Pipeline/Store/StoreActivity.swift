/// Signs of whether work gets done in a store.
public struct StoreActivity: Sendable, Hashable {
    /// The number of jobs done in the last minute.
    public let doneInLastMinute: Int
    /// The longest time that the next job of any queue has been due.
    ///
    /// It is `nil` if none waits.
    public let longestWait: Duration?

    /// Creates an activity.
    public init(doneInLastMinute: Int, longestWait: Duration?) {
        self.doneInLastMinute = doneInLastMinute
        self.longestWait = longestWait
    }
}
