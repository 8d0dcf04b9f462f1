import Foundation
package import Pipeline
package import FamiliesService
package import SQL
import Synchronization

/// Knows a few tokens; sessions end when a test says so.
package final class TestCallers: ProjectCallers {
    private let callers = Mutex<[String: ProjectCaller]>([
        "key": ProjectCaller(user: nil, session: nil, expires: nil)
    ])
    private let ended = Mutex<Set<UUID>>([])

    package init() {}

    /// Makes a token of a user valid.
    package func add(_ token: String, _ user: String, expires: Timestamp? = nil) {
        callers.withLock { $0[token] = ProjectCaller(user: user, session: UUID(), expires: expires) }
    }

    /// Ends the session of a token.
    package func end(_ token: String) {
        guard let session = callers.withLock({ $0[token]?.session }) else { return }
        ended.withLock { _ = $0.insert(session) }
    }

    package func caller(ofToken token: String) async throws -> ProjectCaller? { await caller(namedBy: token) }

    package func caller(namedBy token: String) async -> ProjectCaller? { callers.withLock { $0[token] } }

    package func isInSession(_ caller: ProjectCaller, _ db: any SQLSession) throws -> Bool { hasSession(caller) }

    package func isValid(_ caller: ProjectCaller) async throws -> Bool { hasSession(caller) }

    private func hasSession(_ caller: ProjectCaller) -> Bool {
        guard let session = caller.session else { return true }
        return ended.withLock { !$0.contains(session) }
    }
}
