import Synchronization

/// A reader that may go before its rows have been read.
final class WaitingReader: Sendable {
    private let state = Atomic(false)

    /// Whether nobody waits for the rows any more.
    var isGone: Bool { state.load(ordering: .relaxed) }

    /// Notes that nobody waits for the rows any more.
    func go() { state.store(true, ordering: .relaxed) }
}
