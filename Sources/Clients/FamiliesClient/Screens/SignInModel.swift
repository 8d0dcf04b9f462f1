import Foundation
public import Observation
public import ServiceConnection

/// The model of a screen for signing in and joining a family.
@MainActor @Observable public final class SignInModel {
    /// The e-mail address as it is typed.
    public var email = ""
    /// The password as it is typed; it is cleared once it was used.
    public var password = ""
    /// The code of an invite as it is typed, for ``join()``.
    public var inviteCode = ""
    /// The user who is signed in.
    public private(set) var user: FamilySession.User?
    /// The state of the sign-in.
    public var state: LoadingState { request.state }

    private let client: FamiliesClient
    private let request = ScreenRequest()

    /// Creates a model.
    public init(_ client: FamiliesClient) {
        self.client = client
    }

    /// Whether a user is signed in.
    public var isSignedIn: Bool { user != nil }

    /// Whether the form can be sent.
    public var canSignIn: Bool { email.contains("@") && !password.isEmpty && !state.isLoading }

    /// Finds the session that the client was created with.
    public func restore() async { user = await client.session?.user }

    /// Signs in with the address and the password.
    public func signIn() async {
        let (address, secret) = (email, password)
        await send { [client] in try await client.signIn(email: address, password: secret) }
    }

    /// Signs up with the address and the password, and joins the family of the invite.
    public func join() async {
        let (address, secret, code) = (email, password, inviteCode)
        await send { [client] in
            try await client.signUp(email: address, password: secret, inviteCode: code.isEmpty ? nil : code)
        }
    }

    /// Signs out.
    public func signOut() async {
        user = nil
        request.reset()
        // The session is gone here in any case.
        try? await client.signOut()
    }

    private func send(_ signIn: () async throws -> FamilySession) async {
        guard canSignIn else { return }
        await request.run(signIn) {
            user = $0.user
            password = ""
        }
    }
}
