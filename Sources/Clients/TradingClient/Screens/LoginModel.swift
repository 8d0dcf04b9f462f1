public import Observation
public import ServiceConnection

/// The model of a login screen.
@MainActor @Observable public final class LoginModel {
    /// The user name as it is typed.
    public var username = ""
    /// The password as it is typed; it is cleared once it was used.
    public var password = ""
    /// The user who is logged in.
    public private(set) var user: User?
    /// The state of the login.
    public var state: LoadingState { request.state }

    private let client: TradingClient
    private let request = ScreenRequest()

    /// Creates a model.
    public init(_ client: TradingClient) {
        self.client = client
    }

    /// Whether a user is logged in.
    public var isLoggedIn: Bool { user != nil }

    /// Whether the login can be sent.
    public var canLogIn: Bool { !username.isEmpty && !password.isEmpty && !state.isLoading }

    /// Logs in with the name and the password.
    public func logIn() async {
        guard canLogIn else { return }
        let (name, secret) = (username, password)
        await request.run {
            try await client.logIn(username: name, password: secret)
        } show: {
            user = $0
            password = ""
        }
    }

    /// Finds out who is logged in with the tokens of an earlier login.
    ///
    /// A service that needs no login answers with its local user.
    public func restore() async {
        await request.run { () -> User? in
            do { return try await client.user() } catch let error as RequestError where error.needsLogin { return nil }
        } show: {
            user = $0
        }
    }

    /// Logs out.
    public func logOut() async {
        user = nil
        request.reset()
        // The tokens are gone here in any case.
        try? await client.logOut()
    }
}
