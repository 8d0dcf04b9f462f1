import FormsAPI
import FormsDomain
import Foundation
import HTTPService
import Pipeline

/// The content of the page with the list of documents.
struct DocumentListPage {
    /// A document in the list, with all that its HTML depends on.
    struct Row: Hashable, Sendable {
        let id: String
        let fileName: String
        let client: String
        let tags: [String]
        let status: String
        let stateTitle: String
        let stateClass: String
        let pages: String
        let updatedAt: String
        let updatedText: String
        /// Whether a filled form can be downloaded.
        let isFilled: Bool
        let group: String?
        let mayDelete: Bool
        /// Whether the user may change the document; readers may not.
        let mayChange: Bool
    }

    struct StateChoice {
        let value: String
        let title: String
        let isChosen: Bool
    }

    /// The words to search for.
    let text: String
    /// Whether documents are found by the words of their values.
    let searchesValues: Bool
    let states: [StateChoice]
    let hasGroups: Bool
    /// The user and the user's groups.
    let owners: [OwnerChoice]
    let isFiltered: Bool
    /// The rows of the documents as HTML.
    let rows: [String]
    let isEmpty: Bool
    let summary: String
    /// Whether the office has forms to start from.
    let hasShared: Bool
    /// The address of the first page of the list, if this is another one.
    let newest: String?
    /// The address of the next page, if any.
    let older: String?

    /// The number of documents on one page.
    static let size = 25
    /// The number up to which documents are counted.
    static let countLimit = 2_000

    /// Creates the content.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - cases: the results with their details, newest first.
    ///   - total: the total number of matches, counted up to ``countLimit``.
    ///   - hasShared: whether the office has forms to start from.
    ///   - searchesValues: whether documents are found by the words of their values.
    ///   - group: the chosen group; `nil` for all documents.
    ///   - context: the user's request.
    ///   - html: returns the HTML of a row.
    init(
        _ query: DocumentQuery, _ cases: [FormCase], total: Int, hasShared: Bool, searchesValues: Bool, group: String?,
        for context: ServiceContext, _ html: (Row) -> String
    ) {
        self.hasShared = hasShared
        self.searchesValues = searchesValues
        owners = OwnerChoice.choices(context, chosen: group)
        hasGroups = !context.identity.groups.isEmpty
        text = query.text ?? ""
        states = DocumentState.allCases.map {
            StateChoice(value: $0.rawValue, title: $0.title, isChosen: $0 == query.state)
        }
        isFiltered = query.text != nil || query.state != nil || group != nil
        rows = cases.map { html(Row($0, for: context)) }
        isEmpty = cases.isEmpty
        summary =
            switch total {
            case 1: "1 document"
            case Self.countLimit...: "\(Self.countLimit) documents or more"
            default: "\(total) documents"
            }
        newest = query.before == nil ? nil : Self.address(query, group, before: nil)
        let last = cases.count == query.limit ? cases.last : nil
        older = last.map { Self.address(query, group, before: $0.document.sequence) }
    }

    private static func address(_ query: DocumentQuery, _ group: String?, before: Int64?) -> String {
        var components = URLComponents()
        components.path = "/"
        let items = [
            query.text.map { URLQueryItem(name: "text", value: $0) },
            query.state.map { URLQueryItem(name: "status", value: $0.rawValue) },
            group.map { URLQueryItem(name: "group", value: $0) },
            before.map { URLQueryItem(name: "before", value: "\($0)") },
        ].compactMap { $0 }
        if !items.isEmpty { components.queryItems = items }
        return components.string ?? "/"
    }
}

extension DocumentListPage.Row {
    fileprivate init(_ found: FormCase, for context: ServiceContext) {
        let document = found.document
        group = document.owner.group
        mayDelete = CaseRoutes.mayTake(found, context)
        mayChange = context.identity.role == .write
        client = found.details.client
        tags = found.details.tags
        id = document.id.description
        fileName = document.fileName
        status = document.state.rawValue
        stateTitle = document.state.title
        stateClass = document.state.badge
        pages = document.facts["pages"] ?? ""
        updatedAt = document.updatedAt.date.formatted(.iso8601)
        // Scripts show it in the user's own time zone.
        updatedText = document.updatedAt.date.formatted(.iso8601.dateSeparator(.dash).year().month().day()) + " (UTC)"
        isFilled = document.state == .filled
    }
}

extension DocumentState {
    /// The display name of the state; scripts use the same words.
    fileprivate var title: String {
        switch self {
        case .imported: "Uploaded"
        case .processing: "Finding fields"
        case .ready: "Ready to fill in"
        case .filling: "Being filled"
        case .filled: "Filled"
        case .failed: "Failed"
        }
    }

    /// The CSS class of its badge.
    fileprivate var badge: String {
        switch self {
        case .imported, .ready: ""
        case .processing, .filling: "busy"
        case .filled: "good"
        case .failed: "bad"
        }
    }
}
