import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline
import TradingAPI

/// Routes for an app's login and logout, under `/api/auth`.
struct AuthRoutes: Sendable {
    private let access: Access

    /// Maximum size of a body, in bytes.
    private static let bodyLimit = 16 << 10

    init(_ service: ServiceParts) {
        access = service.access
    }

    func add(toApps apps: RouterGroup<ServiceContext>, open: RouterGroup<ServiceContext>) {
        open.post("auth/login", use: logIn)
        open.post("auth/refresh", use: refresh)
        open.post("auth/logout", use: logOut)
        apps.get("auth/user", use: user)
    }

    private struct LoginRequest: Decodable {
        let username: String
        let password: String
    }

    private struct RefreshRequest: Decodable {
        let refresh: String
    }

    private struct RefreshResponse: Encodable {
        let access: String
        let refresh: String
    }

    @Sendable private func logIn(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let login = try await request.json(LoginRequest.self, context, upTo: Self.bodyLimit)
        try access.admitLogin(from: context.client)
        let tokens = try await access.apps.logIn(
            name: login.username, password: login.password, from: LoginClient(of: request, at: context.client))
        return JSONResponse.make(
            LoginResponse(
                access: tokens.access, refresh: tokens.refresh,
                user: User(id: Int(tokens.userNumber), username: tokens.userName)))
    }

    @Sendable private func refresh(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let token = try await request.json(RefreshRequest.self, context, upTo: Self.bodyLimit).refresh
        let tokens = try await access.apps.renew(token)
        return JSONResponse.make(RefreshResponse(access: tokens.access, refresh: tokens.refresh))
    }

    @Sendable private func logOut(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let token = try await request.json(RefreshRequest.self, context, upTo: Self.bodyLimit).refresh
        try await access.apps.logOut(token)
        return Response(status: .noContent)
    }

    /// Responds with the user who makes the request.
    ///
    /// The local owner, who is not a user, has the number 0.
    @Sendable private func user(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let number = try await access.apps.number(of: context.owner) ?? 0
        return JSONResponse.make(User(id: Int(number), username: context.owner.text))
    }
}
