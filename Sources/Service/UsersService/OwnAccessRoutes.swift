import FailureModel
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline
import Users

/// The routes for a user's own password and sessions, under `/api/v1/me`.
struct OwnAccessRoutes: Sendable {
    private let users: UserRoutes

    /// The routes that readers may use.
    static let personalRoutes: Set<String> = [
        "POST /api/v1/me/password", "DELETE /api/v1/me/sessions", "DELETE /api/v1/me/sessions/{id}",
    ]

    /// Maximum size of a body, in bytes.
    private static let bodyLimit = 16 << 10

    init(_ users: UserRoutes) {
        self.users = users
    }

    func add(to api: RouterGroup<ServiceContext>) {
        let me = api.group("me")
        me.post("password", use: changePassword)
        me.get("sessions", use: sessions)
        me.get("groups", use: groups)
        me.delete("sessions", use: endOthers)
        me.delete("sessions/:id", use: end)
    }

    private struct PasswordChange: Decodable {
        let old: String
        let new: String
    }

    @Sendable private func changePassword(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let change = try await request.json(PasswordChange.self, context, upTo: Self.bodyLimit)
        try await users.changePassword(from: change.old, to: change.new, context)
        return Response(status: .noContent)
    }

    private struct Session: Encodable {
        let id: String
        let kind: String
        let createdAt: Date
        let usedAt: Date
        let isCurrent: Bool
        let program: String?
        let address: String?
    }

    /// The user's groups; none where no login is needed.
    @Sendable private func groups(_ request: Request, _ context: ServiceContext) async throws -> Response {
        JSONResponse.make(["groups": context.identity.groups.compactMap(\.group)])
    }

    @Sendable private func sessions(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let current = users.sessionID(of: context)
        let sessions = try await users.accounts.sessions(of: try users.user(of: context)).map {
            Session(
                id: $0.id.description, kind: $0.id.kind.rawValue, createdAt: $0.createdAt.date,
                usedAt: $0.usedAt.date, isCurrent: $0.id == current, program: $0.client.program,
                address: $0.client.address)
        }
        return JSONResponse.make(["sessions": sessions])
    }

    @Sendable private func endOthers(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await users.accounts.endSessions(
            of: try users.user(of: context), keeping: KeptLogin(of: context.identity), by: context.actor)
        return Response(status: .noContent)
    }

    @Sendable private func end(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await users.endSession(
            context.parameters.get("id") ?? "", of: try users.user(of: context), by: context.actor)
        return Response(status: .noContent)
    }
}
