import Synchronization

/// A doorbell for each awaited document, rung when the document settles.
///
/// It settles when it leaves `processing` or `filling`, or is deleted. With one bell for all documents, every waiting
/// task would wake and read the store at every move of any document.
public final class SettledSignals: Sendable {
    private struct Entry {
        let bell = Doorbell()
        var users = 0
    }

    private let entries = Mutex<[DocumentID: Entry]>([:])

    /// Creates signals without waiting tasks.
    public init() {}

    /// Calls `body` with the document's bell.
    public func withSignal<T>(of id: DocumentID, _ body: (Doorbell) async throws -> T) async rethrows -> T {
        let bell = entries.withLock { entries in
            entries[id, default: Entry()].users += 1
            return entries[id, default: Entry()].bell
        }
        defer {
            entries.withLock { entries in
                entries[id]?.users -= 1
                if entries[id]?.users == 0 { entries[id] = nil }
            }
        }
        return try await body(bell)
    }

    /// Wakes the tasks that wait for any of these documents.
    public func ring(_ documents: [DocumentID]) {
        if documents.isEmpty { return }
        let bells = entries.withLock { entries in documents.compactMap { entries[$0]?.bell } }
        for bell in bells { bell.ring() }
    }

    /// Wakes all waiting tasks.
    package func ringAll() {
        for bell in entries.withLock({ $0.values.map(\.bell) }) { bell.ring() }
    }
}
