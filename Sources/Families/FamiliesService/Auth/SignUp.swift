import Users
import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import RowQuery
import FamiliesSQL

/// Adds users by self-registration.
struct SignUp: Sendable {
    private let accounts: ProjectAccounts
    private let families: FamilyStore
    private let mode: StorytellingSettings.SignUp
    private let guesses: InviteGuesses

    /// The member of `data` with an invite code.
    private static let codeName = "invite_code"

    init(
        _ accounts: ProjectAccounts, _ families: FamilyStore, mode: StorytellingSettings.SignUp, guesses: InviteGuesses
    ) {
        self.accounts = accounts
        self.families = families
        self.mode = mode
        self.guesses = guesses
    }

    /// Adds a user as a member of the invite's family, and begins a session.
    ///
    /// User and member are added in one transaction.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    ///   - data: The app's data to store with the user, and the invite code, which is not stored.
    ///   - client: The program and address of the login.
    ///   - address: The address of the client, for counting guesses.
    /// - Returns: The session.
    /// - Throws: `signup_disabled` if a required invite is missing or invalid; `user_exists`; `too_many_requests`.
    func begin(
        email: EmailAddress, password: Password, data: JSONObject, from client: LoginClient, at address: String
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
        if code != nil { try guesses.admit(from: address) }
        let draft = try await accounts.draft(
            email: email, password: password, metadata: AuthAnswer.text(of: .object(data)))
        let session = try await accounts.draft(of: draft.user, from: client)
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
