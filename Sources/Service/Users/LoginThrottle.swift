import FailureModel
import Foundation
import HTTPService
import Pipeline
import SQL

/// Slows down password guessing.
///
/// After five failures for a name, each further attempt must wait a minute or more.
///
/// Failures are counted per user, whether the name or the e-mail address was given, and also for unknown names. A user
/// under attack can still use tokens and sessions.
package enum LoginThrottle {
    /// Number of failures without a wait.
    private static let free = 5
    private static let firstWait = Duration.seconds(60)
    private static let longestWait = Duration.seconds(300)
    /// How long a failure is remembered.
    private static let memory = Duration.seconds(86_400)
    /// Maximum number of remembered names.
    package static let nameLimit = 10_000

    /// Counts an attempt as failed until its password is verified.
    ///
    /// Simultaneous attempts are therefore counted too.
    ///
    /// - Throws: `too_many_requests` if the name must wait.
    static func admit(_ login: Login, _ db: any SQLSession, at now: Timestamp) throws {
        let digest = Secret.digest(of: try name(of: login, db))
        try db.execute(
            "DELETE FROM accounts_failures WHERE last_at <= ?", [(now - memory).milliseconds])
        let row = try db.row("SELECT count, last_at FROM accounts_failures WHERE name = ?", [digest])
        if let row {
            let wait = wait(after: row[0])
            let left = min(wait, Timestamp(milliseconds: row[1]) + wait - now)
            guard left <= .zero else {
                throw APIError(
                    Failure(.tooManyRequests, "Too many logins with this name have failed; try again later."),
                    retryAfter: Int((left.inSeconds).rounded(.up)))
            }
        }
        try db.execute(
            """
            INSERT INTO accounts_failures (name, count, last_at) VALUES (?, 1, ?)
            ON CONFLICT (name) DO UPDATE SET count = accounts_failures.count + 1, last_at = excluded.last_at
            """, [digest, now.milliseconds])
        // Names with few failures are removed first, so that a flood of names does not reset one under attack.
        try db.execute(
            """
            DELETE FROM accounts_failures WHERE name IN (
                SELECT name FROM accounts_failures ORDER BY count DESC, last_at DESC LIMIT 1000000 OFFSET ?)
            """, [nameLimit])
    }

    /// Clears the failures of a name.
    static func forget(_ name: String, _ db: any SQLSession) throws {
        try db.execute(
            "DELETE FROM accounts_failures WHERE name = ?", [Secret.digest(of: name)])
    }

    /// Returns the name that failures are counted for.
    ///
    /// It is the name of the user, even a disabled one, or the typed text.
    private static func name(of login: Login, _ db: any SQLSession) throws -> String {
        let name = try db.value(
            String.self, "SELECT name FROM accounts_users WHERE name = ? OR email = ?",
            [login.name, login.email])
        return name ?? login.text
    }

    private static func wait(after failures: Int) -> Duration {
        guard failures >= free else { return .zero }
        return min(longestWait, firstWait * (1 << min(failures - free, 9)))
    }
}
