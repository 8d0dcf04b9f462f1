import Foundation
package import PostgreSQL
import Synchronization

/// Exchanges notifications of moves between the nodes of a store on a server.
///
/// A node notifies the others after its commit: notifying inside a transaction would make all others that do so wait for
/// its commit. What happens while a notification is sent goes into the next one. A node that was disconnected looks for
/// changes itself. A lost notification costs time and nothing else, since all who wait also poll.
package final class NodeNews: Sendable {
    private struct State {
        var waiting = News()
        var isTelling = false
        var listening: Task<Void, Never>?
    }

    private static let channel = "formwright_news"
    /// How long a node gathers news after a notification.
    ///
    /// Each of several notifications in a row doubles it.
    private static let pauses = (shortest: Duration.milliseconds(5), longest: Duration.milliseconds(40))

    private let address: PostgreSQLAddress
    private let database: PostgreSQLDatabase
    /// The node's name, which begins its notifications.
    private let node = UUID().uuidString
    private let state = Mutex(State())

    /// Prepares the exchange with other nodes of a database.
    package init(_ address: PostgreSQLAddress, _ database: PostgreSQLDatabase) {
        self.address = address
        self.database = database
    }

    deinit { stop() }

    /// Stops listening.
    func stop() { state.withLock { $0.listening }?.cancel() }

    // MARK: Telling

    /// Tells the other nodes, soon and without waiting.
    func announce(_ news: News) {
        guard !news.isEmpty else { return }
        let begins = state.withLock { state in
            state.waiting.add(news)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if begins { Task { await tell() } }
    }

    private func tell() async {
        var pause = Self.pauses.shortest
        while let news = nextNews() {
            // The others poll.
            try? await database.notify(Self.channel, "\(node) \(news.text)")
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.pauses.longest)
        }
    }

    private func nextNews() -> News? {
        state.withLock { state in
            defer { state.waiting = News() }
            if state.waiting.isEmpty { state.isTelling = false }
            return state.waiting.isEmpty ? nil : state.waiting
        }
    }

    // MARK: Listening

    /// Rings the bells of a store, until it is closed or released.
    package func listen(for store: SQLStore) {
        let (address, node) = (address, node)
        let task = Task { [weak store] in
            while !Task.isCancelled {
                guard let listener = try? await PostgreSQLListener(address, channels: [Self.channel]) else {
                    try? await Task.sleep(for: .seconds(1))
                    continue
                }
                store?.ring(.all)
                for await event in listener.events {
                    guard let store else { break }
                    switch event {
                    case .reconnected: store.ring(.all)
                    case .notification(_, let payload):
                        let words = payload.split(separator: " ", maxSplits: 1)
                        if words.count == 2, words[0] != node { store.ring(News(text: words[1])) }
                    }
                }
                listener.stop()
            }
        }
        state.withLock { $0.listening = task }
    }
}
