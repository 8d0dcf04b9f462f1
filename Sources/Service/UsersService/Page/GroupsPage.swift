import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import Users

/// The page on which administrators manage groups.
struct GroupsPage: Sendable {
    private let users: UserRoutes
    private let renderer: PageRenderer

    /// The number of users that the page proposes.
    private static let proposalCount = 500
    /// The codes of failures that the page shows in its own words.
    private static let shown: Set<ErrorCode> = [
        .malformedUserName, .malformedEmail, .groupExists, .groupInUse, .userUnknown, .inputTooLarge,
    ]

    init(_ users: UserRoutes, _ renderer: PageRenderer) {
        self.users = users
        self.renderer = renderer
    }

    func add(to pages: RouterGroup<ServiceContext>) {
        pages.get("admin/groups") { request, context in
            try context.identity.checkAdministrator()
            let done = request.formValue("done").flatMap { Action(rawValue: $0) }
            return try await page(Content(), after: done, in: request.formValue("group"), context)
        }
        pages.post("admin/groups", use: add)
        pages.post("admin/groups/:name", use: change)
    }

    /// What the buttons of a group do.
    private enum Action: String {
        case add, remove, delete, create

        /// Returns a sentence on the documents of a group; nil for none.
        func done(_ documents: String?) -> String {
            switch self {
            case .add: "The user is in the group\(documents.map { ", and sees its \($0)" } ?? "")."
            case .remove:
                "The user is no longer in the group\(documents.map { ", and sees its \($0) no longer" } ?? ""). Cases that the user added stay in it."
            case .delete: "The group is deleted."
            case .create: "The group is added. Now add its users."
            }
        }
    }

    /// Values of the template.
    private struct Content {
        struct Row {
            let name: String
            let documents: String
            let members: [Member]
            let isEmpty: Bool
            let mayDelete: Bool
        }

        struct Member {
            let name: String
            let group: String
        }

        var done: String?
        var problem: String?
        var typedName = ""
        var groups: [Row] = []
        var hasGroups = false
        var proposals: [String] = []
    }

    private func page(
        _ content: Content, after action: Action? = nil, in group: String? = nil, _ context: ServiceContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var content = content
        let groups = try await users.accounts.groups()
        let concerned = groups.first { $0.name == group }?.documents ?? 0
        content.done = action?.done(concerned == 0 ? nil : Self.count(concerned))
        content.groups = groups.map { group in
            Content.Row(
                name: group.name, documents: Self.count(group.documents),
                members: group.members.map { Content.Member(name: $0, group: group.name) },
                isEmpty: group.members.isEmpty, mayDelete: group.documents == 0)
        }
        content.hasGroups = !content.groups.isEmpty
        content.proposals = try await users.accounts.users(limit: Self.proposalCount).map(\.name)
        return renderer.render("groups", content, for: context, status: status)
    }

    private static func count(_ documents: Int) -> String {
        documents == 1 ? "1 document" : "\(documents) documents"
    }

    private struct NewGroup: Decodable {
        let name: String
    }

    @Sendable private func add(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try context.identity.checkMayManageUsers()
        let name = try await request.form(NewGroup.self, orSay: "The form must have a name.").name
        return try await answer(after: .create, typed: name, context) {
            try await users.accounts.add(try GroupName(name), by: context.actor)
        }
    }

    private struct GroupForm: Decodable {
        let action: String
        let user: String?
    }

    @Sendable private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try context.identity.checkMayManageUsers()
        let group = try GroupRoutes.group(context)
        let form = try await request.form(GroupForm.self, orSay: "The form must say what to do.")
        guard let action = Action(rawValue: form.action), action != .create else {
            throw Failure(.malformedRequest, "The form must say what to do.")
        }
        return try await answer(after: action, in: group, context) {
            if action == .delete {
                try await users.accounts.delete(group, in: users.system, by: context.actor)
            } else {
                let user = try await users.accounts.name(of: form.user ?? "")
                try await users.accounts.setMember(action == .add, user, of: group, by: context.actor)
            }
        }
    }

    /// Does something, and leads to the page, which tells the outcome.
    private func answer(
        after action: Action, in group: GroupName? = nil, typed: String = "", _ context: ServiceContext,
        _ body: () async throws -> Void
    ) async throws -> Response {
        do {
            try await body()
            // The characters of a name need no escape in an address.
            let place = group.map { "&group=\($0.text)" } ?? ""
            return .redirect(to: "/admin/groups?done=\(action.rawValue)\(place)")
        } catch let error as Failure where Self.shown.contains(error.code) {
            let isMalformed = [.malformedUserName, .malformedEmail].contains(error.code)
            let content = Content(problem: error.message, typedName: typed)
            return try await page(content, context, status: isMalformed ? .unprocessableContent : .conflict)
        }
    }
}
