import FailureModel
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline
import Users

/// The routes for administrators about groups, under `/api/v1/groups`.
struct GroupRoutes: Sendable {
    private let users: UserRoutes

    /// Maximum size of a body, in bytes.
    private static let bodyLimit = 16 << 10

    init(_ users: UserRoutes) {
        self.users = users
    }

    func add(to api: RouterGroup<ServiceContext>) {
        let groups = api.group("groups")
        groups.get(use: list)
        groups.post(use: add)
        groups.delete(":name", use: delete)
        groups.put(":name/users/:user", use: addUser)
        groups.delete(":name/users/:user", use: removeUser)
    }

    private struct NewGroup: Decodable {
        let name: String
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try context.identity.checkAdministrator()
        return JSONResponse.make(["groups": try await users.accounts.groups()])
    }

    @Sendable private func add(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try context.identity.checkMayManageUsers()
        let name = try GroupName(try await request.json(NewGroup.self, context, upTo: Self.bodyLimit).name)
        try await users.accounts.add(name, by: context.actor)
        return Response(status: .created, headers: [.location: "/api/v1/groups/\(name)"])
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try context.identity.checkMayManageUsers()
        try await users.accounts.delete(try Self.group(context), in: users.system, by: context.actor)
        return Response(status: .noContent)
    }

    @Sendable private func addUser(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await setMember(true, context)
    }

    @Sendable private func removeUser(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await setMember(false, context)
    }

    private func setMember(_ isMember: Bool, _ context: ServiceContext) async throws -> Response {
        try context.identity.checkMayManageUsers()
        guard let user = context.parameters.get("user"), let name = try? UserName(user) else {
            throw Failure(.userUnknown, "There is no such user.")
        }
        try await users.accounts.setMember(isMember, name, of: try Self.group(context), by: context.actor)
        return Response(status: .noContent)
    }

    /// Returns the group in a request's path.
    ///
    /// - Throws: `group_unknown` for a text that is no name.
    static func group(_ context: ServiceContext) throws(Failure) -> GroupName {
        guard let text = context.parameters.get("name"), let name = try? GroupName(text) else {
            throw Failure(.groupUnknown, "There is no such group.")
        }
        return name
    }
}
