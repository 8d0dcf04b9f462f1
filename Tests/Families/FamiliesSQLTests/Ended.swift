import Synchronization

/// The users whose accounts were ended.
final class Ended: Sendable {
    private let list = Mutex<[String]>([])

    var users: [String] { list.withLock { $0 } }

    func note(_ user: String) {
        list.withLock { $0.append(user) }
    }
}
