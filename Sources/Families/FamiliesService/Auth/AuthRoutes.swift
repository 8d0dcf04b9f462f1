import Users
import FailureModel
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import Pipeline
import RowQuery
import FamiliesSQL

/// The API of users and sessions under `/auth/v1`, compatible with Supabase's Auth (GoTrue).
struct AuthRoutes: Sendable {
    private let accounts: ProjectAccounts
    private let access: Access
    private let newcomers: SignUp
    /// Sends codes for new passwords; nil without mail.
    private let recovery: PasswordRecovery?

    init(_ accounts: ProjectAccounts, newcomers: SignUp, recovery: PasswordRecovery?, access: Access) {
        self.accounts = accounts
        self.recovery = recovery
        self.newcomers = newcomers
        self.access = access
    }

    func add(to root: RouterGroup<ServiceContext>) {
        let group = root.group("auth/v1").add(
            middleware: WireErrors { error, request, context in
                let refusal = AuthError(error)
                if refusal.status.kind == .serverError {
                    let failure = Failure(error)
                    context.logger.error(
                        "request failed",
                        metadata: [
                            "code": "\(failure.code)", "message": "\(failure.message)",
                            "underlying": "\(failure.underlying ?? "")",
                        ])
                }
                return refusal.response(to: request)
            })
        group.post("token", use: token)
        group.post("signup", use: signUp)
        group.get("user", use: user)
        group.put("user", use: change)
        group.post("logout", use: logOut)
        guard recovery != nil else { return }
        group.post("recover", use: recover)
        group.post("verify", use: verify)
        group.get("verify", use: follow)
    }

    // MARK: Sessions

    @Sendable private func token(_ request: Request, _ context: ServiceContext) async throws -> Response {
        switch request.uri.queryParameters["grant_type"].map(String.init) {
        case "password":
            let body = try await AuthBody(of: request)
            try access.admitLogin(from: context.client)
            guard let email = try body.text("email"), let password = try body.text("password") else {
                throw Failure(.loginFailed, "The address or the password is missing.")
            }
            return AuthAnswer.make(
                try AuthAnswer.session(
                    try await accounts.signIn(
                        email: email, password: password, from: LoginClient(of: request, at: context.client))))
        case "refresh_token":
            guard let token = try await AuthBody(of: request).text("refresh_token") else {
                throw AuthError.invalid("refresh_token required")
            }
            return AuthAnswer.make(try AuthAnswer.session(try await accounts.renew(token)))
        default: throw AuthError(.badRequest, "invalid_credentials", "unsupported_grant_type")
        }
    }

    @Sendable private func signUp(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await AuthBody(of: request)
        try access.admitLogin(from: context.client)
        guard let email = try body.text("email") else {
            throw AuthError.invalid("To signup, please provide your email")
        }
        guard let password = try body.text("password") else {
            throw AuthError.invalid("Signup requires a valid password")
        }
        let session = try await newcomers.begin(
            email: EmailAddress(email), password: Password(new: password), data: try body.object("data") ?? [:],
            from: LoginClient(of: request, at: context.client), at: context.client)
        return AuthAnswer.make(try AuthAnswer.session(session))
    }

    @Sendable private func logOut(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let (user, session) = try await caller(of: request)
        guard LoginSession(session) == nil else { throw AuthError.ofPages }
        guard let scope = LogoutScope(rawValue: request.uri.queryParameters["scope"].map(String.init) ?? "global")
        else { throw AuthError.invalid("Unsupported logout scope") }
        try await accounts.logOut(scope, session: session, of: user)
        return Response(status: .noContent)
    }

    // MARK: New passwords

    @Sendable private func recover(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await AuthBody(of: request)
        try access.admitLogin(from: context.client)
        guard let email = try body.text("email") else {
            throw AuthError.invalid("Password recovery requires an email")
        }
        let page = request.uri.queryParameters["redirect_to"].map(String.init)
        try recovery?.begin(EmailAddress(email), page: page, logger: context.logger)
        return AuthAnswer.make(.object([:]))
    }

    @Sendable private func verify(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await AuthBody(of: request)
        try access.admitLogin(from: context.client)
        try Self.check(type: try body.text("type"))
        let client = LoginClient(of: request, at: context.client)
        if let secret = try body.text("token_hash") {
            return AuthAnswer.make(try AuthAnswer.session(try await accounts.recover(secret: secret, from: client)))
        }
        guard let email = try body.text("email"), let code = try body.text("token") else {
            throw AuthError.invalid("Verify requires a token_hash, or an email and a token")
        }
        return AuthAnswer.make(
            try AuthAnswer.session(try await accounts.recover(EmailAddress(email), code: code, from: client)))
    }

    /// Redirects the link of a mail to its page, with a session in the fragment.
    @Sendable private func follow(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try access.admitLogin(from: context.client)
        let parameters = request.uri.queryParameters
        try Self.check(type: parameters["type"].map(String.init))
        guard let page = parameters["redirect_to"].flatMap({ recovery?.allowed(String($0)) }) else {
            throw AuthError.invalid("The address in redirect_to is not allowed")
        }
        var items: [(String, String)]
        do {
            let session = try await accounts.recover(
                secret: parameters["token"].map(String.init) ?? "",
                from: LoginClient(of: request, at: context.client))
            items = [
                ("access_token", session.accessToken), ("expires_at", "\(session.expires.milliseconds / 1000)"),
                ("expires_in", "\(ProjectAccounts.accessLifetime.components.seconds)"),
                ("refresh_token", session.refreshToken), ("token_type", "bearer"), ("type", "recovery"),
            ]
        } catch ProjectAccountError.proofInvalid {
            items = [
                ("error", "access_denied"), ("error_code", "otp_expired"),
                ("error_description", "Email+link+is+invalid+or+has+expired"),
            ]
        }
        var response = Response.redirect(to: page + "#" + items.map { "\($0)=\($1)" }.joined(separator: "&"))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static func check(type: String?) throws {
        guard type == "recovery" else { throw AuthError.invalid("Verify requires the type recovery") }
    }

    // MARK: The user

    /// Returns the calling user and the session.
    private func caller(of request: Request) async throws -> (user: String, session: UUID) {
        guard let token = request.bearerToken else { throw AuthError.noToken }
        switch try await accounts.bearer(of: token) {
        case .user(let user, let session, _): return (user, session)
        case .ended: throw AuthError.sessionEnded
        case .app: throw AuthError(.forbidden, "bad_jwt", "invalid claim: missing sub claim")
        case nil: throw AuthError.badToken
        }
    }

    @Sendable private func user(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let user = try await accounts.user(try await caller(of: request).user) else {
            throw AuthError.sessionEnded
        }
        return AuthAnswer.make(try AuthAnswer.user(user))
    }

    @Sendable private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let (user, session) = try await caller(of: request)
        // The pages of the service ask for the old password.
        guard LoginSession(session) == nil else { throw AuthError.ofPages }
        let body = try await AuthBody(of: request)
        var change = ProjectUserChange()
        change.email = try body.text("email").map { try EmailAddress($0) }
        if let password = try body.text("password") {
            // A comparison with the old password takes as long as a login.
            try access.admitLogin(from: context.client)
            change.password = try Password(new: password)
        }
        if let data = try body.object("data") { change.metadata = { try Self.merged(data, into: $0) } }
        do {
            return AuthAnswer.make(
                try AuthAnswer.user(try await accounts.change(user, in: session, change)))
        } catch let error as Failure where error.code == .userExists {
            throw AuthError(
                .unprocessableContent, "email_exists",
                "A user with this email address has already been registered")
        }
    }

    /// Replaces members of metadata, and removes those that are null.
    private static func merged(_ data: JSONObject, into metadata: String) throws -> String {
        guard case .object(let old) = try JSONValue(parsing: Array(metadata.utf8), limits: AuthBody.limits) else {
            return metadata
        }
        let replaced = Set(data.members.map(\.key))
        let members = old.members.filter { !replaced.contains($0.key) } + data.members.filter { $0.value != .null }
        return AuthAnswer.text(of: .object(JSONObject(members)))
    }
}
