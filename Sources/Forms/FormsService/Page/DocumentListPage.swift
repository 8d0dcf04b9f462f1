import FormsAPI
import FormsDomain
import Foundation
import HTTPService
import Pipeline

/// The content of the page with the list of documents.
struct DocumentListPage {
    struct Row {
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
    }

    struct StateChoice {
        let value: String
        let title: String
        let isChosen: Bool
    }

    /// The words to search for.
    let text: String
    let states: [StateChoice]
    let isFiltered: Bool
    let documents: [Row]
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

    /// Creates the content.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - cases: the results with their details, newest first.
    ///   - total: the total number of matches.
    ///   - hasShared: whether the office has forms to start from.
    init(_ query: DocumentQuery, _ cases: [FormCase], total: Int, hasShared: Bool) {
        self.hasShared = hasShared
        text = query.text ?? ""
        states = DocumentState.allCases.map {
            StateChoice(value: $0.rawValue, title: $0.title, isChosen: $0 == query.state)
        }
        isFiltered = query.text != nil || query.state != nil
        documents = cases.map { Row($0) }
        isEmpty = cases.isEmpty
        summary = total == 1 ? "1 document" : "\(total) documents"
        newest = query.before == nil ? nil : Self.address(query, before: nil)
        let last = cases.count == query.limit ? cases.last : nil
        older = last.map { Self.address(query, before: $0.document.sequence) }
    }

    private static func address(_ query: DocumentQuery, before: Int64?) -> String {
        var components = URLComponents()
        components.path = "/"
        let items = [
            query.text.map { URLQueryItem(name: "text", value: $0) },
            query.state.map { URLQueryItem(name: "status", value: $0.rawValue) },
            before.map { URLQueryItem(name: "before", value: "\($0)") },
        ].compactMap { $0 }
        if !items.isEmpty { components.queryItems = items }
        return components.string ?? "/"
    }
}

extension DocumentListPage.Row {
    fileprivate init(_ found: FormCase) {
        let document = found.document
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
