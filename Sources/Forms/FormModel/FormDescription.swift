/// An analysed form.
///
/// `formwright inspect --json` prints it, and `formwright fill --fields` reads it.
public struct FormDescription: Sendable, Hashable, Codable {
    /// The analysed document.
    public var document: Document
    /// The pages of the document, in order.
    public var pages: [Page]
    /// All fields, page by page in reading order.
    public var fields: [Field]

    /// Creates a description.
    public init(document: Document, pages: [Page], fields: [Field]) {
        self.document = document
        self.pages = pages
        self.fields = fields
    }

    /// The source file of a description.
    public struct Document: Sendable, Hashable, Codable {
        /// The name of the file, without folders.
        public var fileName: String
        /// The MIME type, as determined from the content.
        public var mimeType: String
        /// The SHA-256 digest of the file's bytes, in lower-case hexadecimal.
        public var sha256: String
        /// The number of pages.
        public var pageCount: Int
        /// Whether the file is a form that Formwright filled before.
        ///
        /// The description is that of its blank.
        public var isFilled: Bool
        /// Notes for the user about the document, such as that it was repaired.
        public var warnings: [String]
        /// The known forms as which pages were recognised; `nil` for none.
        public var recognised: [RecognisedForm]?

        /// Creates the description of a file.
        public init(
            fileName: String, mimeType: String, sha256: String, pageCount: Int, isFilled: Bool = false,
            warnings: [String] = []
        ) {
            self.fileName = fileName
            self.mimeType = mimeType
            self.sha256 = sha256
            self.pageCount = pageCount
            self.isFilled = isFilled
            self.warnings = warnings
        }

        /// Decodes a document; that of an older version does not say whether it was filled.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            fileName = try container.decode(String.self, forKey: .fileName)
            mimeType = try container.decode(String.self, forKey: .mimeType)
            sha256 = try container.decode(String.self, forKey: .sha256)
            pageCount = try container.decode(Int.self, forKey: .pageCount)
            isFilled = try container.decodeIfPresent(Bool.self, forKey: .isFilled) ?? false
            warnings = try container.decode([String].self, forKey: .warnings)
            recognised = try container.decodeIfPresent([RecognisedForm].self, forKey: .recognised)
        }
    }

    /// The size of a displayed page in points.
    public struct Page: Sendable, Hashable, Codable {
        /// The width in points.
        public var width: Double
        /// The height in points.
        public var height: Double
        /// The clockwise rotation of a scan's content in degrees, which values follow.
        public var skew: Double
        /// The part of a picture file on the page.
        ///
        /// It is `nil` for an unchanged picture and for a PDF.
        public var sheet: PictureSheet?
        /// The recognised words of a scan or photo.
        public var words: [RecognisedWord]?

        /// Creates a page.
        public init(
            width: Double, height: Double, skew: Double = 0, sheet: PictureSheet? = nil, words: [RecognisedWord]? = nil
        ) {
            self.width = width
            self.height = height
            self.skew = skew
            self.sheet = sheet
            self.words = words
        }
    }
}
