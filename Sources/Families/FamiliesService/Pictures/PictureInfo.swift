import Pipeline
import FamiliesSQL

/// The storage's description of a picture.
///
/// Size, type and tag are those of the cleaned picture, and null until it exists.
struct PictureInfo: Encodable {
    private struct Metadata: Encodable {
        let size: Int64
        let mimetype: String
        let eTag: String
        let contentLength: Int64
        let lastModified: String
        let cacheControl = "no-cache"
        let httpStatusCode = 200
    }

    private let picture: StoredPicture
    private let clean: Artefact?

    private enum CodingKeys: String, CodingKey {
        case id, name, size, etag, metadata, version
        case bucket = "bucket_id"
        case mediaType = "content_type"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case accessedAt = "last_accessed_at"
        case lastModified = "last_modified"
    }

    /// Creates the description.
    ///
    /// - Parameters:
    ///   - picture: The object.
    ///   - clean: The served artefact; `nil` if it is not ready.
    init(_ picture: StoredPicture, clean: Artefact?) {
        self.picture = picture
        self.clean = clean
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(picture.id, forKey: .id)
        try container.encode(picture.name, forKey: .name)
        try container.encode(PictureAddresses.bucket, forKey: .bucket)
        try container.encode(picture.document.description.lowercased(), forKey: .version)
        for key in [CodingKeys.createdAt, .updatedAt, .accessedAt, .lastModified] {
            try container.encode(picture.uploadedAt, forKey: key)
        }
        let tag = clean.map { "\"\($0.content)\"" }
        try container.encode(clean?.byteCount, forKey: .size)
        try container.encode(clean?.mediaType, forKey: .mediaType)
        try container.encode(tag, forKey: .etag)
        try container.encode(
            clean.map {
                Metadata(
                    size: $0.byteCount, mimetype: $0.mediaType, eTag: tag ?? "", contentLength: $0.byteCount,
                    lastModified: picture.uploadedAt)
            }, forKey: .metadata)
    }
}

/// A client's query for pictures and folders in a folder.
struct PictureListing: Decodable {
    private let prefix: String?
    private let limit: Int?
    private let offset: Int?
    private let search: String?
    private let sortBy: Order?

    private struct Order: Decodable {
        let column: String?
        let order: String?
    }

    /// A picture by its name within the folder, or a folder with only a name.
    struct Entry: Encodable {
        let name: String
        let picture: StoredPicture?

        private enum CodingKeys: String, CodingKey {
            case name, id, metadata
            case createdAt = "created_at"
            case updatedAt = "updated_at"
            case accessedAt = "last_accessed_at"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(picture?.id, forKey: .id)
            try container.encode([String: String]?.none, forKey: .metadata)
            for key in [CodingKeys.createdAt, .updatedAt, .accessedAt] {
                try container.encode(picture?.uploadedAt, forKey: key)
            }
        }
    }

    /// The folder without a trailing slash, with the family's ID in lower case.
    var folder: String {
        let parts = (prefix ?? "").split(separator: "/")
        return ([parts.first?.lowercased()].compactMap(\.self) + parts.dropFirst().map(String.init))
            .joined(separator: "/")
    }

    /// Returns the requested entries of the folder's pictures.
    func entries(of pictures: [StoredPicture]) -> [Entry] {
        let start = folder.isEmpty ? 0 : folder.utf8.count + 1
        var entries: [Entry] = []
        var folders: Set<String> = []
        for picture in pictures {
            let rest = String(decoding: picture.name.utf8.dropFirst(start), as: UTF8.self)
            guard let slash = rest.firstIndex(of: "/") else {
                entries.append(Entry(name: rest, picture: picture))
                continue
            }
            let name = String(rest[..<slash])
            if folders.insert(name).inserted { entries.append(Entry(name: name, picture: nil)) }
        }
        if let search, !search.isEmpty { entries = entries.filter { $0.name.contains(search) } }
        let byTime = ["created_at", "updated_at", "last_accessed_at"].contains(sortBy?.column ?? "")
        func key(_ entry: Entry) -> (String, String) { (byTime ? entry.picture?.uploadedAt ?? "" : "", entry.name) }
        let isDescending = sortBy?.order?.lowercased() == "desc"
        entries.sort { isDescending ? key($1) < key($0) : key($0) < key($1) }
        return Array(entries.dropFirst(max(0, offset ?? 0)).prefix(max(0, limit ?? 100)))
    }
}
