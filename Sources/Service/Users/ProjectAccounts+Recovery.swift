import Foundation
package import HTTPService
import Pipeline
import PipelineSQL
import SQL

/// A proof, sent by mail, that somebody reads a user's mailbox.
///
/// Only its digests are stored.
package struct RecoveryProof: Sendable {
    /// The user's address.
    package let email: String
    /// The digits to type in an app.
    package let code: String
    /// The secret of a link.
    package let secret: String
}

// A user has at most one proof. It is valid for an hour, for one session, and a few wrong codes end it.
extension ProjectAccounts {
    /// How long a proof is valid.
    package static let recoveryLifetime = Duration.seconds(3600)
    /// The shortest time between two proofs of a user.
    package static let recoveryInterval = Duration.seconds(60)
    /// The number of codes that may be tried for one proof.
    package static let recoveryAttempts = 5

    /// Creates the proof to send to an address.
    ///
    /// - Returns: the proof; nil if no user who may log in has the address, or the last proof is too recent.
    /// - Throws: the store's errors.
    package func beginRecovery(of email: EmailAddress) async throws -> RecoveryProof? {
        let (secret, now) = (Secret(), accounts.clock.now)
        let digits = String(Int.random(in: 0..<100_000_000))
        let code = String(repeating: "0", count: 8 - digits.utf8.count) + digits
        let digest = signer.digest(ofCode: code, for: email.text)
        let isNew = try await accounts.write { [link = secret.digest] transaction in
            let db = transaction.db
            try db.execute("DELETE FROM accounts_recoveries WHERE expires_at <= ?", [now.milliseconds])
            let changed = try db.execute(
                """
                INSERT INTO accounts_recoveries ("user", link, code, attempts, created_at, expires_at)
                SELECT id, ?, ?, 0, ?, ? FROM accounts_users WHERE email = ? AND is_disabled = 0
                ON CONFLICT ("user") DO UPDATE SET link = excluded.link, code = excluded.code, attempts = 0,
                    created_at = excluded.created_at, expires_at = excluded.expires_at
                WHERE accounts_recoveries.created_at <= ?
                """,
                [
                    link, digest, now.milliseconds, (now + Self.recoveryLifetime).milliseconds, email.text,
                    (now - Self.recoveryInterval).milliseconds,
                ])
            return changed == 1
        }
        return isNew ? RecoveryProof(email: email.text, code: code, secret: secret.text) : nil
    }

    /// Begins a session for the secret of a link, which ends.
    ///
    /// - Throws: ``ProjectAccountError/proofInvalid``.
    package func recover(secret: String, from client: LoginClient = .unknown) async throws -> ProjectSession {
        guard secret.utf8.count == 64 else { throw ProjectAccountError.proofInvalid }
        let (digest, now) = (Secret.digest(of: secret), accounts.clock.now)
        // A wrong link must not make others wait for the database.
        let user = try await accounts.store.read { db in try Self.user(ofLink: digest, at: now, db) }
        guard let user else { throw ProjectAccountError.proofInvalid }
        let draft = try await draft(of: user, from: client)
        let isValid = try await accounts.write { transaction in
            let db = transaction.db
            guard try Self.user(ofLink: digest, at: now, db) == user else { return false }
            try db.execute("DELETE FROM accounts_recoveries WHERE link = ?", [digest])
            try Self.begin(draft, db)
            return true
        }
        guard isValid else { throw ProjectAccountError.proofInvalid }
        return draft.session
    }

    /// Begins a session for a code, which ends; a wrong one counts.
    ///
    /// - Throws: ``ProjectAccountError/proofInvalid``.
    package func recover(
        _ email: EmailAddress, code: String, from client: LoginClient = .unknown
    ) async throws -> ProjectSession {
        guard code.utf8.count == 8 else { throw ProjectAccountError.proofInvalid }
        let (digest, now) = (signer.digest(ofCode: code, for: email.text), accounts.clock.now)
        // Strangers' codes take the same way, so that its time tells nothing. The transaction ends well even for a wrong
        // code, so that the attempt stays counted.
        let user: ProjectUser? = try await accounts.write { transaction in
            let db = transaction.db
            let row = try db.row(
                """
                SELECT \(ProjectUser.columns), r."user", r.code, r.attempts FROM accounts_recoveries r
                JOIN accounts_users u ON u.id = r."user"
                WHERE u.email = ? AND u.is_disabled = 0 AND r.expires_at > ?
                """, [email.text, now.milliseconds])
            guard let row else { return nil }
            let (number, attempts): (Int64, Int) = (row[5], row[7])
            let isRight = row[6] as Data == digest
            if isRight || attempts + 1 >= Self.recoveryAttempts {
                try db.execute("DELETE FROM accounts_recoveries WHERE \"user\" = ?", [number])
            } else {
                try db.execute(
                    "UPDATE accounts_recoveries SET attempts = attempts + 1 WHERE \"user\" = ?", [number])
            }
            return isRight ? ProjectUser(row) : nil
        }
        guard let user else { throw ProjectAccountError.proofInvalid }
        let draft = try await draft(of: user, from: client)
        try await accounts.write { transaction in try Self.begin(draft, transaction.db) }
        return draft.session
    }

    private static func user(
        ofLink digest: Data, at now: Timestamp, _ db: any SQLSession
    ) throws -> ProjectUser? {
        try db.row(
            """
            SELECT \(ProjectUser.columns) FROM accounts_recoveries r JOIN accounts_users u ON u.id = r."user"
            WHERE r.link = ? AND r.expires_at > ? AND u.is_disabled = 0
            """, [digest, now.milliseconds], ProjectUser.init)
    }
}
