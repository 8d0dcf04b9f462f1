import Synchronization

/// A cache of the most recently used values, up to a total size.
package final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var size: Int
        /// Time of the last use, as a position in the order of uses.
        var turn: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var size = 0
        var turn = 0

        mutating func nextTurn() -> Int {
            turn += 1
            return turn
        }
    }

    private let limit: Int
    private let largest: Int
    private let state = Mutex(State())

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - limit: the total size of all values, such as a number of bytes.
    ///   - largest: the maximum size of a single value; a quarter of the limit by default.
    package init(limit: Int, largest: Int? = nil) {
        self.limit = limit
        self.largest = largest ?? limit / 4
    }

    package subscript(key: Key) -> Value? {
        state.withLock { state in
            guard state.entries[key] != nil else { return nil }
            let turn = state.nextTurn()
            state.entries[key]?.turn = turn
            return state.entries[key]?.value
        }
    }

    /// Removes the values with keys that satisfy a condition.
    package func removeAll(where isRemoved: (Key) -> Bool) {
        state.withLock { state in
            for (key, entry) in state.entries where isRemoved(key) {
                state.size -= entry.size
                state.entries[key] = nil
            }
        }
    }

    /// Stores a value, and evicts the least recently used ones if there is no room.
    package func keep(_ value: Value, for key: Key, size: Int) {
        guard size <= largest else { return }
        state.withLock { state in
            state.size += size - (state.entries[key]?.size ?? 0)
            state.entries[key] = Entry(value: value, size: size, turn: state.nextTurn())
            while state.size > limit, let oldest = state.entries.min(by: { $0.value.turn < $1.value.turn }) {
                state.size -= oldest.value.size
                state.entries[oldest.key] = nil
            }
        }
    }
}
