public import Foundation

/// A piece of content from which a portfolio is made.
public struct PortfolioInput: Encodable, Sendable, Hashable {
    /// The source of the content.
    public enum Source: Sendable, Hashable {
        /// An uploaded file.
        case file(UploadedFile)
        /// A link.
        case link(URL)
        /// A plain text of at most 50,000 characters.
        case text(String)
    }

    /// The source.
    public var source: Source
    /// The title.
    public var title: String?
    /// The description.
    public var description: String?

    /// Creates an input.
    public init(_ source: Source, title: String? = nil, description: String? = nil) {
        self.source = source
        self.title = title
        self.description = description
    }

    private enum CodingKeys: String, CodingKey {
        case type, url, text, title, description
        case filePath = "file_path"
    }

    /// Encodes the input as the service expects it.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch source {
        case .file(let file):
            try values.encode("file", forKey: .type)
            try values.encode(file.path, forKey: .filePath)
        case .link(let url):
            try values.encode("url", forKey: .type)
            try values.encode(url.absoluteString, forKey: .url)
        case .text(let text):
            try values.encode("text", forKey: .type)
            try values.encode(text, forKey: .text)
        }
        try values.encodeIfPresent(title, forKey: .title)
        try values.encodeIfPresent(description, forKey: .description)
    }
}

/// An uploaded file, kept for seven days unless a portfolio uses it.
public struct UploadedFile: Decodable, Sendable, Hashable, Identifiable {
    /// The identifier.
    public var id: String
    /// The token of the file in requests.
    public var path: String

    private enum CodingKeys: String, CodingKey {
        case id = "content_id"
        case path = "file_path"
    }
}

/// The content of a new portfolio.
public struct PortfolioRequest: Encodable, Sendable, Hashable {
    /// The categories with known weights; others are allowed.
    public static let categories = [
        "Tech", "Design", "Finance", "Marketing", "Business", "Entertainment", "Influencers", "Legal",
    ]

    /// The user, who is only named in the response.
    public var userID: String
    /// The title, of 1 to 100 characters.
    public var title: String
    /// The subtitle, of at most 200 characters.
    public var subtitle: String
    /// The category.
    public var category: String
    /// The content, 1 to 500 inputs.
    public var inputs: [PortfolioInput]

    /// Creates a request.
    public init(userID: String, title: String, subtitle: String, category: String, inputs: [PortfolioInput]) {
        self.userID = userID
        self.title = title
        self.subtitle = subtitle
        self.category = category
        self.inputs = inputs
    }

    private enum CodingKeys: String, CodingKey {
        case title, subtitle, category, inputs
        case userID = "user_id"
    }
}
