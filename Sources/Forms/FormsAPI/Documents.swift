public import Foundation

/// The state of a document.
public enum DocumentStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// The bytes are stored.
    case imported
    /// The document is being analysed.
    case processing
    /// The fields are known.
    case ready
    /// The values are being written into the form.
    case filling
    /// The filled form can be downloaded.
    case filled
    /// A stage failed; see ``DocumentDetail/failure``.
    case failed
}

/// A document without its fields.
public struct DocumentSummary: Sendable, Hashable, Codable, Identifiable {
    /// The document's ID.
    public var id: UUID
    /// The name of the uploaded file.
    public var fileName: String
    /// The media type, detected from the bytes.
    public var mimeType: String
    /// The current state.
    public var status: DocumentStatus
    /// The number of pages; nil until it is known.
    public var pageCount: Int?
    /// The client or case, if one is given.
    public var client: String?
    /// The tags, if there are any.
    public var tags: [String]?
    /// The group that the document belongs to; nil for the user's own.
    public var group: String?
    /// The time of the upload.
    public var createdAt: Date
    /// The time of the last change.
    public var updatedAt: Date

    /// Creates a summary.
    public init(
        id: UUID, fileName: String, mimeType: String, status: DocumentStatus, pageCount: Int?,
        client: String? = nil, tags: [String]? = nil, group: String? = nil, createdAt: Date, updatedAt: Date
    ) {
        self.group = group
        self.id = id
        self.fileName = fileName
        self.mimeType = mimeType
        self.status = status
        self.pageCount = pageCount
        self.client = client
        self.tags = tags
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// The response to an upload.
public struct UploadedDocument: Sendable, Hashable, Codable {
    /// The new document's ID.
    public var documentId: UUID
    /// The new document.
    public var document: DocumentSummary

    /// Creates a response.
    public init(documentId: UUID, document: DocumentSummary) {
        self.documentId = documentId
        self.document = document
    }
}

/// The response to a request that starts work.
public struct DocumentProgress: Sendable, Hashable, Codable {
    /// The document's ID.
    public var documentId: UUID
    /// The current state of the document.
    public var status: DocumentStatus
    /// The IDs of values kept but not filled in, since their fields were removed.
    public var unusedValues: [String]?
    /// The IDs of required fields without a value.
    ///
    /// It is nil if there are none, or if it is not known.
    public var missingRequired: [UUID]?

    /// Creates a response.
    public init(documentId: UUID, status: DocumentStatus, unusedValues: [String]? = nil) {
        self.documentId = documentId
        self.status = status
        self.unusedValues = unusedValues
    }
}

/// A page of a list of documents.
public struct DocumentPage: Sendable, Hashable, Codable {
    /// The documents, newest first.
    public var documents: [DocumentSummary]
    /// The total number of documents in the list.
    public var total: Int
    /// The value of `before` for the next page; nil at the end.
    public var next: Int64?

    /// Creates a page.
    public init(documents: [DocumentSummary], total: Int, next: Int64?) {
        self.documents = documents
        self.total = total
        self.next = next
    }
}

/// The download link of a filled form.
public struct DownloadLink: Sendable, Hashable, Codable {
    /// The document's ID.
    public var documentId: UUID
    /// An absolute URL that returns a PDF for GET, for a limited time.
    public var filledPdfUrl: String
    /// Whether filling the form again would use the same values and fields.
    ///
    /// It is nil for an older service. For a table, only the fields are compared.
    public var isCurrent: Bool?
    /// The names of fields with calculation scripts that were not run.
    ///
    /// The values of these fields may be out of date. It is nil if all are up to date. For a table, `report.json` in
    /// the ZIP file lists them.
    public var uncalculated: [String]?

    /// Creates a link.
    public init(documentId: UUID, filledPdfUrl: String, isCurrent: Bool? = nil, uncalculated: [String]? = nil) {
        self.documentId = documentId
        self.filledPdfUrl = filledPdfUrl
        self.isCurrent = isCurrent
        self.uncalculated = uncalculated
    }
}

/// A document with its fields.
public struct DocumentDetail: Sendable, Hashable, Codable {
    /// The document.
    public var document: DocumentSummary
    /// The controls of an input form, in reading order; empty until the document is `ready`.
    public var components: [FieldComponent]
    /// The region of each field, by field ID.
    public var fieldMap: [String: FieldRegion]
    /// The pages in order; empty until the document is `ready`.
    public var pages: [PageSummary]
    /// The failure of the document; nil unless its state is `failed`.
    public var failure: FailureSummary?
    /// The outcome of the rows of a table; nil if the newest fill had none.
    public var rows: RowsSummary?

    /// Creates a detail.
    public init(
        document: DocumentSummary, components: [FieldComponent], fieldMap: [String: FieldRegion], pages: [PageSummary],
        failure: FailureSummary?, rows: RowsSummary? = nil
    ) {
        self.document = document
        self.components = components
        self.fieldMap = fieldMap
        self.pages = pages
        self.failure = failure
        self.rows = rows
    }
}

/// The outcome of the rows of a table.
public struct RowsSummary: Sendable, Hashable, Codable {
    /// The number of filled rows.
    public var filled: Int
    /// The number of rows that could not be drawn.
    ///
    /// `report.json` in the ZIP file gives the reasons.
    public var failed: Int

    /// Creates a summary.
    public init(filled: Int, failed: Int) {
        self.filled = filled
        self.failed = failed
    }
}

/// The response to a table of values.
public struct StartedRows: Sendable, Hashable, Codable {
    /// The document's ID.
    public var documentId: UUID
    /// The current state of the document.
    public var status: DocumentStatus
    /// The number of rows.
    public var rows: Int
    /// The skipped columns or keys that match no field; nil without any.
    public var skipped: [String]?
    /// Notes on how the table was read, such as its encoding and skipped lines.
    ///
    /// Skipped lines are above the header and below the table. It is nil without any notes.
    public var notes: [String]?

    /// Creates a response.
    public init(
        documentId: UUID, status: DocumentStatus, rows: Int, skipped: [String]? = nil, notes: [String]? = nil
    ) {
        self.notes = notes
        self.documentId = documentId
        self.status = status
        self.rows = rows
        self.skipped = skipped
    }
}

/// A displayed page.
public struct PageSummary: Sendable, Hashable, Codable {
    /// The page (0-based).
    public var pageIndex: Int
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double
    /// An absolute URL that returns the page as a PNG file for GET.
    ///
    /// It is valid for a limited time; `width` in the query sets the width in pixels.
    public var imageUrl: String?

    /// Creates a page.
    public init(pageIndex: Int, width: Double, height: Double, imageUrl: String? = nil) {
        self.pageIndex = pageIndex
        self.width = width
        self.height = height
        self.imageUrl = imageUrl
    }
}

/// The failure of a document.
public struct FailureSummary: Sendable, Hashable, Codable {
    /// The stage that failed.
    public var stage: String
    /// The stable code.
    public var code: String
    /// The message, in one sentence.
    public var message: String

    /// Creates a failure.
    public init(stage: String, code: String, message: String) {
        self.stage = stage
        self.code = code
        self.message = message
    }
}
