import Synchronization

/// A number that is changed by several threads.
final class Count: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    /// - Returns: the number after the change.
    @discardableResult
    func add(_ change: Int) -> Int { number.wrappingAdd(change, ordering: .relaxed).newValue }

    func raise(to floor: Int) { number.max(floor, ordering: .relaxed) }
}
