import FailureModel
import FamiliesDomain
import Foundation
import HTTPService
import Pipeline

/// A book in the format of clients.
struct BookInfo: Encodable {
    /// The reason why there is no book.
    struct Problem: Encodable {
        let code: String
        let message: String
    }

    let id: String
    let status: String
    let createdAt: String
    let title: String?
    let children: [String]?
    let from: String?
    let to: String?
    let artworks: Int?
    let omissions: Int?
    let pages: Int?
    let error: Problem?
    let bookURL: String?
    let coverURL: String?

    private enum CodingKeys: String, CodingKey {
        case id, status, title, children, from, to, artworks, omissions, pages, error
        case createdAt = "created_at"
        case bookURL = "book_url"
        case coverURL = "cover_url"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // Clients expect all members, so missing ones are null.
        try container.encode(id, forKey: .id)
        try container.encode(status, forKey: .status)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(title, forKey: .title)
        try container.encode(children, forKey: .children)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try container.encode(artworks, forKey: .artworks)
        try container.encode(omissions, forKey: .omissions)
        try container.encode(pages, forKey: .pages)
        try container.encode(error, forKey: .error)
        try container.encode(bookURL, forKey: .bookURL)
        try container.encode(coverURL, forKey: .coverURL)
    }

    /// Describes the document of a book.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - summary: The summary of the book; `nil` if it is unreadable.
    ///   - links: Signs the addresses of its files, which are `nil` until it is set.
    init(_ document: Document, _ summary: BookSummary?, _ links: SignedLinks) {
        typealias Fact = StorybookKind.FactName
        func number(_ fact: String) -> Int? { document.facts[fact].flatMap { Int($0) } }
        func link(_ file: String) -> String? {
            document.state == .filled ? links.signStably(BookRoutes.path(of: document.id, file)) : nil
        }
        id = document.id.description.lowercased()
        status =
            switch document.state {
            case .filled: "ready"
            case .failed: "failed"
            default: "working"
            }
        createdAt = document.createdAt.description
        title = summary?.title
        children = summary?.children
        from = summary?.from
        to = summary?.to
        artworks = number(Fact.artworks)
        omissions = number(Fact.omissions)
        pages = number(Fact.pages)
        error = document.failure.map { Problem(code: $0.failure.code.rawValue, message: $0.failure.description) }
        bookURL = link(StorybookKind.ArtefactName.book)
        coverURL = link(StorybookKind.ArtefactName.cover)
    }
}
