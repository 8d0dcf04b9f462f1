import Users
import Foundation
import HTTPService
import Pipeline
import PipelineSQLite
import RowQuery
import FamiliesSQLite

/// Adds users who sign up by themselves.
struct SignUp: Sendable {
    private let accounts: ProjectAccounts
    private let families: FamilyStore
    private let mode: StorytellingSettings.SignUp
    private let guesses: InviteGuesses

    /// The member of `data` that has the code of an invite.
    private static let codeName = "invite_code"

    init(
        _ accounts: ProjectAccounts, _ families: FamilyStore, mode: StorytellingSettings.SignUp, guesses: InviteGuesses
    ) {
        self.accounts = accounts
        self.families = families
        self.mode = mode
        self.guesses = guesses
    }

    /// Adds a user, who joins the family of the invite in the same transaction, and begins a session.
    ///
    /// - Parameters:
    ///   - email: the address.
    ///   - password: the password.
    ///   - data: what the app keeps with the user, and the invite's code, which is not kept.
    ///   - client: the address from which the request was sent.
    /// - Returns: the session.
    /// - Throws: `signup_disabled` if an invite is needed and not given, or not valid; `user_exists`; `too_many_requests`.
    func begin(
        email: EmailAddress, password: Password, data: JSONObject, from client: String
    ) async throws -> ProjectSession {
        var data = data
        let code: String?
        switch data[Self.codeName] {
        case nil, .null: code = nil
        case .text(let text): code = text
        default: throw AuthError.signUpDisabled
        }
        data[Self.codeName] = nil
        guard code != nil || mode == .open else { throw AuthError.signUpDisabled }
        if code != nil { try guesses.admit(from: client) }
        let draft = try await accounts.draft(
            email: email, password: password, metadata: AuthAnswer.text(of: .object(data)))
        let session = try await accounts.draft(of: draft.user)
        let context = WriteContext(
            caller: Caller(user: draft.user.id), now: accounts.now.milliseconds * 1_000,
            newID: { UUID().uuidString.lowercased() })
        try await families.write { rows, transaction in
            try ProjectAccounts.add(draft, transaction.db)
            if let code {
                do {
                    _ = try rows.call(
                        "accept_family_invite", .object(["invite_code": .text(code)]), in: context, transaction.db)
                } catch is RowQueryError {
                    throw AuthError.signUpDisabled
                }
            }
            try ProjectAccounts.begin(session, transaction.db)
        }
        return session.session
    }
}
