package import RowQuery

/// How pictures are named outside the database.
///
/// Rows keep object names, which begin with the family's ID. Clients read URLs that name a picture by its own ID, and
/// write either. Signing and reading URLs are the service's.
package struct PictureLinks: Sendable {
    /// Which of a picture's files a link leads to.
    package enum Rendition: Sendable, Hashable {
        /// The cleaned picture.
        case picture
        /// The small one, `thumb.jpg`.
        case thumbnail
    }

    /// What a URL of ours, or a name, means.
    package struct Reference: Sendable, Hashable {
        /// The object's name, or its ID in small letters.
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
    ///   - reference: returns what a URL of ours means, or an object name in another spelling; nil for any other text.
    ///   - link: returns the URL of a picture with this ID; it is called on database threads.
    package init(
        reference: @escaping @Sendable (String) -> Reference?, link: @escaping @Sendable (String, Rendition) -> String
    ) {
        self.reference = reference
        self.link = link
    }

    /// Links of commands, which serve nothing: the ID of the picture.
    package static let ids = PictureLinks(reference: { _ in nil }, link: { id, _ in id })

    /// The columns that name pictures, by table.
    package static let columns: [String: Set<String>] = [
        "artworks": ["image_url", "thumbnail_url", "moment_photo_url"], "children": ["avatar_url"],
    ]

    func url(of id: String, _ rendition: Rendition) -> String { link(id, rendition) }

    /// Returns a body in which URLs of ours are replaced by the name or the ID that they mean.
    ///
    /// Other texts stay as they are: the table's checks accept pictures of the row's own family alone. The URL of the picture's own
    /// thumbnail, as it is read where none was given, means that none is given.
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
