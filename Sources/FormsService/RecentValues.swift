import Synchronization

/// What was asked for last, up to a number of bytes.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var byteCount: Int
        /// When it was kept, in the order of keeping.
        var turn: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var byteCount = 0
        var turn = 0
    }

    private let byteLimit: Int
    private let state = Mutex(State())

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    subscript(key: Key) -> Value? {
        state.withLock { $0.entries[key]?.value }
    }

    /// Removes the values whose keys fulfil a condition.
    func removeAll(where isRemoved: (Key) -> Bool) {
        state.withLock { state in
            for (key, entry) in state.entries where isRemoved(key) {
                state.byteCount -= entry.byteCount
                state.entries[key] = nil
            }
        }
    }

    /// Keeps a value in place of an earlier one; the oldest others go if there is no room.
    func keep(_ value: Value, for key: Key, byteCount: Int) {
        guard byteCount <= byteLimit / 4 else { return }
        state.withLock { state in
            state.turn += 1
            state.byteCount += byteCount - (state.entries[key]?.byteCount ?? 0)
            state.entries[key] = Entry(value: value, byteCount: byteCount, turn: state.turn)
            while state.byteCount > byteLimit, let oldest = state.entries.min(by: { $0.value.turn < $1.value.turn }) {
                state.byteCount -= oldest.value.byteCount
                state.entries[oldest.key] = nil
            }
        }
    }
}
