import Dispatch
import Synchronization

/// A number that several threads count up.
final class Count: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .sequentiallyConsistent) }
    func add() { number.wrappingAdd(1, ordering: .sequentiallyConsistent) }
}

/// A place where two threads wait for each other once.
final class Meeting: Sendable {
    private let arrived = Atomic(0)
    private let both = DispatchSemaphore(value: 0)

    /// Waits until two threads have arrived; later ones pass.
    func wait() {
        let number = arrived.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
        guard number <= 2 else { return }
        if number == 2 { for _ in 0..<2 { both.signal() } }
        both.wait()
    }
}
