import FailureModel
import FormsDomain
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline

/// The page with the filled copies of one of the office's forms.
struct AnswerPages: Sendable {
    private let routes: AnswerRoutes
    private let renderer: PageRenderer

    /// The number of copies on one page.
    private static let size = 25

    /// Creates the page, which uses the routes.
    init(_ routes: AnswerRoutes, _ renderer: PageRenderer) {
        self.routes = routes
        self.renderer = renderer
    }

    /// Adds the page.
    func add(to pages: RouterGroup<ServiceContext>) {
        pages.get("forms/:id/answers", use: list)
        pages.post("forms/:id/answers", use: upload)
    }

    private struct Content {
        let id: String
        let name: String
        let edition: String?
        /// Whether the form's fields are known, so that copies can be read.
        let isReady: Bool
        let hasGroups: Bool
        let owners: [OwnerChoice]
        let isEmpty: Bool
        let summary: String
        let answers: [Row]
        /// The query of the same page of the list over HTTP.
        let query: String
        let newest: String?
        let older: String?
    }

    fileprivate struct Row {
        let answerID: String
        let fileName: String
        let group: String?
        let state: String
        let stateTitle: String
        let stateClass: String
        let cells: String
        let doubtful: String
        /// Why the copy is not read.
        let problem: String
        let addedAt: String
        let addedText: String
        let mayDelete: Bool
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let form = try await routes.form(context)
        let before = try request.number("before", in: 1...Int64.max)
        let found = try await routes.answers.answers(of: form.id, before: before, limit: Self.size)
        let total = try await routes.answers.count(of: form.id)
        let address = "/forms/\(form.id)/answers"
        let last = found.count == Self.size ? found.last : nil
        let content = Content(
            id: form.id.description, name: form.title.name,
            edition: form.title.edition.isEmpty ? nil : form.title.edition,
            isReady: try await routes.answers.isReady(form.id), hasGroups: !context.identity.groups.isEmpty,
            owners: OwnerChoice.choices(context, chosen: nil), isEmpty: found.isEmpty,
            summary: total.counted("filled copy", "filled copies"),
            answers: found.map {
                Row($0, mayDelete: context.identity.role == .write && AnswerRoutes.mayDelete($0, of: form, context))
            }, query: "?limit=\(Self.size)\(before.map { "&before=\($0)" } ?? "")",
            newest: before == nil ? nil : address, older: last.map { "\(address)?before=\($0.place)" })
        return renderer.render("answers", content, for: context)
    }

    /// Handles the upload of a browser without scripts.
    @Sendable private func upload(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let form = try await routes.form(context)
        _ = try await routes.receive(request, to: form, context)
        return Response(status: .seeOther, headers: [.location: "/forms/\(form.id)/answers"])
    }
}

extension AnswerPages.Row {
    fileprivate init(_ answer: StoredAnswer, mayDelete: Bool) {
        let document = answer.document
        answerID = document.id.description
        fileName = document.fileName
        group = document.owner.group
        state = answer.state.rawValue
        stateTitle = answer.state.title
        stateClass = answer.state.badge
        cells = answer.cells.map { "\($0)" } ?? ""
        doubtful = answer.doubtful.map { "\($0)" } ?? ""
        problem = document.failure?.message ?? ""
        let time = PageTime(document.createdAt)
        addedAt = time.iso
        addedText = time.text
        self.mayDelete = mayDelete
    }
}

extension StoredAnswer.State {
    /// The display name of the state; scripts use the same words.
    fileprivate var title: String {
        switch self {
        case .reading: "Being read"
        case .read: "Read"
        case .unknownForm: "Another form"
        case .otherEdition: "Another edition"
        case .failed: "Failed"
        }
    }

    /// The CSS class of its badge.
    fileprivate var badge: String {
        switch self {
        case .reading: "busy"
        case .read: "good"
        case .unknownForm, .otherEdition, .failed: "bad"
        }
    }
}
