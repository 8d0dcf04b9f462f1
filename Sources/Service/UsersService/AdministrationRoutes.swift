import Audit
import FailureModel
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline
import Users

/// The routes for administrators, under `/api/v1`.
struct AdministrationRoutes: Sendable {
    private let users: UserRoutes

    /// Maximum size of a body, in bytes.
    private static let bodyLimit = 16 << 10
    /// The number of entries in an answer, unless the request asks for fewer or more.
    private static let pageSize = 100
    private static let pageLimit: Int64 = 500

    init(_ users: UserRoutes) {
        self.users = users
    }

    func add(to api: RouterGroup<ServiceContext>) {
        func add(
            _ method: HTTPRequest.Method, _ path: RouterPath,
            _ body: @escaping @Sendable (Request, ServiceContext) async throws -> Response
        ) {
            api.on(path, method: method) { request, context in
                if request.isSafe {
                    try context.identity.checkAdministrator()
                } else {
                    try context.identity.checkMayManageUsers()
                }
                return try await body(request, context)
            }
        }
        add(.get, "users", list)
        add(.patch, "users/:name", change)
        add(.delete, "users/:name/sessions", endSessions)
        add(.get, "invitations", invitations)
        add(.post, "invitations", invite)
        add(.delete, "invitations/:id", withdraw)
        add(.get, "audit", audit)
    }

    private static func limit(_ request: Request) throws(Failure) -> Int {
        try request.number("limit", in: 1...pageLimit).map { Int($0) } ?? pageSize
    }

    // MARK: Users

    private struct UserList: Encodable {
        let users: [User]
        /// The name for `after` in the next request; nil at the end.
        let next: String?
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let limit = try Self.limit(request)
        let found = try await users.accounts.users(after: try request.searchText("after"), limit: limit + 1)
        let page = found.prefix(limit)
        return JSONResponse.make(
            UserList(users: Array(page), next: found.count > limit ? page.last?.name : nil))
    }

    private struct UserChange: Decodable {
        let role: UserRole?
        let disabled: Bool?
    }

    @Sendable private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let name = try UserRoutes.namedUser(context)
        let change = try await request.json(UserChange.self, context, upTo: Self.bodyLimit)
        return JSONResponse.make(
            try await users.accounts.change(
                name, role: change.role, isDisabled: change.disabled, by: context.actor))
    }

    @Sendable private func endSessions(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await users.accounts.endSessions(of: try UserRoutes.namedUser(context), by: context.actor)
        return Response(status: .noContent)
    }

    // MARK: Invitations

    private struct InvitationAnswer: Encodable {
        let id: Int64
        let role: UserRole
        let email: String?
        let invitedBy: String?
        let createdAt: Date
        let expiresAt: Date
        /// Only in the answer to the request that made it.
        let url: String?

        init(_ invitation: Invitation, url: String? = nil) {
            id = invitation.number
            role = invitation.role
            email = invitation.email
            invitedBy = invitation.creator
            createdAt = invitation.createdAt.date
            expiresAt = invitation.expiresAt.date
            self.url = url
        }
    }

    private struct InvitationRequest: Decodable {
        let role: UserRole?
        let email: String?
    }

    @Sendable private func invitations(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let open = try await users.accounts.invitations().map { InvitationAnswer($0) }
        return JSONResponse.make(["invitations": open])
    }

    @Sendable private func invite(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let wish = try await request.json(InvitationRequest.self, context, upTo: Self.bodyLimit)
        let (invitation, secret) = try await users.invite(as: wish.role ?? .staff, email: wish.email, context)
        let link = try users.parts.shareable(Invitation.path(secret), for: request)
        return JSONResponse.make(InvitationAnswer(invitation, url: link), status: .created)
    }

    @Sendable private func withdraw(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let number = context.parameters.get("id").flatMap({ Int64($0) }) else {
            throw Failure(.invitationUnknown, "There is no such invitation.")
        }
        try await users.accounts.withdrawInvitation(number, by: context.actor)
        return Response(status: .noContent)
    }

    // MARK: Accesses

    private struct AccessEntry: Encodable {
        let sequence: Int64
        let at: Date
        let user: String
        let credential: String
        let action: AuditAction
        let documentId: String?
        let subject: String?
        let detail: String?

        init(_ entry: AuditEntry) {
            sequence = entry.sequence
            at = entry.at.date
            user = entry.actor.owner.text
            credential = entry.actor.credential
            action = entry.action
            documentId = entry.document?.description
            subject = entry.subject
            detail = entry.detail
        }
    }

    private struct AccessList: Encodable {
        let entries: [AccessEntry]
        /// The number for `before` in the next request; nil at the end.
        let next: Int64?
    }

    @Sendable private func audit(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let limit = try Self.limit(request)
        var query = AuditQuery(
            owner: try request.searchText("user").map { OwnerID($0) },
            before: try request.number("before", in: 1...Int64.max), limit: limit + 1)
        if let text = try request.searchText("document") {
            guard let id = DocumentID(text) else { throw Failure(.documentUnknown, "There is no such document.") }
            query.document = id
        }
        let found = try await users.parts.audit.entries(query)
        let page = found.prefix(limit)
        return JSONResponse.make(
            AccessList(entries: page.map(AccessEntry.init), next: found.count > limit ? page.last?.sequence : nil))
    }
}
