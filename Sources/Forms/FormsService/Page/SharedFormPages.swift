import FormsDomain
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline

/// The page of the forms that the office has prepared for everybody.
struct SharedFormPages: Sendable {
    private let routes: SharedFormRoutes
    private let renderer: PageRenderer

    /// The number of forms on one page.
    private static let size = 24

    /// Creates the page, which uses the routes.
    init(_ routes: SharedFormRoutes, _ renderer: PageRenderer) {
        self.routes = routes
        self.renderer = renderer
    }

    /// Adds the page.
    func add(to pages: RouterGroup<ServiceContext>) {
        pages.get("forms", use: list)
        pages.post("forms/:id/start", use: start)
    }

    private struct Content {
        let text: String
        let states: [Choice]
        let hasGroups: Bool
        let owners: [OwnerChoice]
        let isFiltered: Bool
        let isEmpty: Bool
        let forms: [Row]
        let isLater: Bool
        let first: String
        let next: String?
    }

    private struct Choice {
        let value: String
        let title: String
        let isChosen: Bool
    }

    fileprivate struct Row {
        let id: String
        let version: Int
        let name: String
        let edition: String?
        let state: String
        let stateTitle: String
        let isMarked: Bool
        let picture: String
        /// The groups that it is for, separated by spaces.
        let groups: String
        let isForGroups: Bool
        /// The query of a start, with the chosen group.
        let query: String
        let mayDelete: Bool
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let text = request.formValue("text") ?? ""
        let chosen = request.formValue("state").flatMap { SharedForm.State(rawValue: $0) }
        _ = try GroupChoice.owner(request, context)
        let group = request.formValue("group")
        let last = request.formValue("after").flatMap { DocumentID($0) }
        let found = try await routes.forms.forms(
            containing: text, chosen.map { [$0] } ?? [.draft, .current], in: SharedFormRoutes.scope(context),
            after: last,
            limit: Self.size)
        let content = Content(
            text: text,
            states: [Choice(value: "", title: "In use", isChosen: chosen == nil)]
                + SharedForm.State.allCases.map {
                    Choice(value: $0.rawValue, title: $0.pageTitle, isChosen: $0 == chosen)
                },
            hasGroups: !context.identity.groups.isEmpty, owners: OwnerChoice.choices(context, chosen: group),
            isFiltered: !text.isEmpty || chosen != nil, isEmpty: found.isEmpty,
            forms: found.map { Row($0, group, mayDelete: SharedFormRoutes.mayDelete($0, context)) },
            isLater: last != nil,
            first: Self.address(text, chosen, group, after: nil),
            next: found.count == Self.size ? found.last.map { Self.address(text, chosen, group, after: $0.id) } : nil)
        return renderer.render("forms", content, for: context)
    }

    /// Starts a document and opens it.
    @Sendable private func start(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await routes.start(try SharedFormRoutes.id(context), request, context)
        return Response(status: .seeOther, headers: [.location: "/documents/\(document.id)"])
    }

    private static func address(
        _ text: String, _ state: SharedForm.State?, _ group: String?, after last: DocumentID?
    ) -> String {
        var components = URLComponents()
        components.path = "/forms"
        let items = [
            text.isEmpty ? nil : URLQueryItem(name: "text", value: text),
            state.map { URLQueryItem(name: "state", value: $0.rawValue) },
            group.map { URLQueryItem(name: "group", value: $0) },
            last.map { URLQueryItem(name: "after", value: $0.description) },
        ].compactMap { $0 }
        if !items.isEmpty { components.queryItems = items }
        return components.string ?? "/forms"
    }
}

extension SharedFormPages.Row {
    fileprivate init(_ form: SharedForm, _ group: String?, mayDelete: Bool) {
        groups = form.groups.compactMap(\.group).joined(separator: " ")
        isForGroups = !form.groups.isEmpty
        // The name of a group needs no escaping.
        query = group.map { "?group=\($0)" } ?? ""
        id = form.id.description
        version = form.version
        name = form.title.name
        edition = form.title.edition.isEmpty ? nil : form.title.edition
        state = form.state.rawValue
        stateTitle = form.state.pageTitle
        isMarked = form.state != .current
        picture = "/api/v1/forms/\(form.id)/picture.png"
        self.mayDelete = mayDelete
    }
}

extension SharedForm.State {
    /// The display name of the state.
    fileprivate var pageTitle: String {
        switch self {
        case .draft: "Draft"
        case .current: "Ready for use"
        case .retired: "No longer in use"
        }
    }
}
