/// A form as it is known after analysis: what `formwright inspect --json` prints and `formwright fill --fields` reads.
public struct FormDescription: Sendable, Hashable, Codable {
    public var document: Document
    public var pages: [Page]
    public var fields: [Field]

    public init(document: Document, pages: [Page], fields: [Field]) {
        self.document = document
        self.pages = pages
        self.fields = fields
    }

    public struct Document: Sendable, Hashable, Codable {
        public var fileName: String
        public var mimeType: String
        /// Lower-case hexadecimal digest of the file's bytes.
        public var sha256: String
        public var pageCount: Int
        /// What a person should know about the document, such as that it had to be repaired.
        public var warnings: [String]

        public init(fileName: String, mimeType: String, sha256: String, pageCount: Int, warnings: [String] = []) {
            self.fileName = fileName
            self.mimeType = mimeType
            self.sha256 = sha256
            self.pageCount = pageCount
            self.warnings = warnings
        }
    }

    /// A page as displayed, in points.
    public struct Page: Sendable, Hashable, Codable {
        public var width: Double
        public var height: Double
        /// Degrees clockwise by which a scan's content is turned; values are written along it.
        public var skew: Double

        public init(width: Double, height: Double, skew: Double = 0) {
            self.width = width
            self.height = height
            self.skew = skew
        }
    }
}
