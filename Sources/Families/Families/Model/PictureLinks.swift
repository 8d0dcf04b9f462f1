package import RowQuery

/// Converts between the names of pictures in the database and outside it.
///
/// Rows hold object names, which begin with the family's ID. Clients read URLs with a picture's own ID, and write
/// either form. The service signs and parses URLs.
package struct PictureLinks: Sendable {
    /// The file of a picture.
    package enum Rendition: Sendable, Hashable {
        /// The cleaned picture.
        case picture
        /// The small picture, `thumb.jpg`.
        case thumbnail
    }

    /// The meaning of a URL of the service, or of a name.
    package struct Reference: Sendable, Hashable {
        /// The object's name, or its ID in lower case.
        package let picture: String
        package let rendition: Rendition

        /// Creates a reference.
        package init(_ picture: String, _ rendition: Rendition = .picture) {
            self.picture = picture
            self.rendition = rendition
        }
    }

    private let reference: @Sendable (String) -> Reference?
    private let link: @Sendable (String, Rendition) -> String

    /// Creates links.
    ///
    /// - Parameters:
    ///   - reference: Returns the meaning of a URL of the service, or of an object name in another spelling; `nil` for
    ///     any other text.
    ///   - link: Returns the URL of the picture with an ID. It is called on database threads.
    package init(
        reference: @escaping @Sendable (String) -> Reference?, link: @escaping @Sendable (String, Rendition) -> String
    ) {
        self.reference = reference
        self.link = link
    }

    /// The links of commands without a service: the picture's ID.
    package static let ids = PictureLinks(reference: { _ in nil }, link: { id, _ in id })

    /// The columns with picture names, by table.
    package static let columns: [String: Set<String>] = [
        "artworks": ["image_url", "thumbnail_url", "moment_photo_url"], "children": ["avatar_url"],
    ]

    func url(of id: String, _ rendition: Rendition) -> String { link(id, rendition) }

    /// Returns a body with the service's URLs replaced by their name or ID.
    ///
    /// Other texts are unchanged: the table's checks accept only pictures of the row's own family. The URL of the
    /// picture's own thumbnail stands for a missing thumbnail, since clients read it where none was set.
    package func resolved(_ body: JSONValue, for table: String) -> JSONValue {
        guard let columns = Self.columns[table] else { return body }
        switch body {
        case .list(let items): return .list(items.map { resolved($0, for: table) })
        case .object(var members):
            for column in columns {
                guard case .text(let text) = members[column], let reference = reference(text) else { continue }
                let isOwnThumbnail = column == "thumbnail_url" && reference.rendition == .thumbnail
                members[column] = isOwnThumbnail ? .null : .text(reference.picture)
            }
            return .object(members)
        default: return body
        }
    }
}
