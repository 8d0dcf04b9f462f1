public import Foundation

/// A child's artwork with its story.
public struct Artwork: Decodable, Sendable, Hashable, Identifiable {
    /// The identifier.
    public var id: UUID
    /// The family.
    public var familyID: UUID
    /// The child.
    public var childID: UUID
    /// The title.
    public var title: String
    /// The story; `nil` or empty for an artwork from before there were stories.
    public var story: String?
    /// The signed address of the picture, valid for an hour.
    public var imageURL: URL
    /// The signed address of a picture of at most 500 pixels.
    public var thumbnailURL: URL?
    /// The signed address of the photo of the moment.
    public var momentPhotoURL: URL?
    /// The day on which the artwork was made.
    public var createdDate: CalendarDay
    /// More about the artwork.
    public var description: String?
    /// The tags.
    public var tags: [String]
    /// Whether the family marked the artwork.
    public var isFavorite: Bool
    /// The age of the child at that time, in complete months.
    public var childAgeMonths: Int?
    /// The user who added the artwork.
    public var uploadedBy: UUID?
    /// The child, with requests that ask for it.
    public var child: Child?

    /// Whether the artwork has a story.
    public var hasStory: Bool { story?.isEmpty == false }

    private enum CodingKeys: String, CodingKey {
        case id, title, story, description, tags
        case child = "children"
        case familyID = "family_id"
        case childID = "child_id"
        case imageURL = "image_url"
        case thumbnailURL = "thumbnail_url"
        case momentPhotoURL = "moment_photo_url"
        case createdDate = "created_date"
        case isFavorite = "is_favorite"
        case childAgeMonths = "child_age_months"
        case uploadedBy = "uploaded_by"
    }
}

/// The data of an artwork to be added.
public struct NewArtwork: Encodable, Sendable, Hashable {
    /// The child.
    public var childID: UUID
    /// The name of the uploaded picture.
    public var picture: String
    /// The name of the uploaded photo of the moment.
    public var momentPhoto: String?
    /// The story, of 20 to 10,000 characters.
    public var story: String
    /// The title; `nil` for the beginning of the story.
    public var title: String?
    /// The day on which the artwork was made.
    public var createdDate: CalendarDay

    /// Creates the data of an artwork.
    public init(
        childID: UUID, picture: String, momentPhoto: String? = nil, story: String, title: String? = nil,
        createdDate: CalendarDay
    ) {
        self.childID = childID
        self.picture = picture
        self.momentPhoto = momentPhoto
        self.story = story
        self.title = title
        self.createdDate = createdDate
    }

    private enum CodingKeys: String, CodingKey {
        case story, title
        case childID = "child_id"
        case picture = "image_url"
        case momentPhoto = "moment_photo_url"
        case createdDate = "created_date"
    }
}
