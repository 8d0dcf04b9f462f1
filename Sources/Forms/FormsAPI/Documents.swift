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
    /// The document's id.
    public var id: UUID
    /// The name of the uploaded file.
    public var fileName: String
    /// The media type, detected from the bytes.
    public var mimeType: String
    /// The current state.
    public var status: DocumentStatus
    /// The number of pages; nil until it is known.
    public var pageCount: Int?
    /// When it was uploaded.
    public var createdAt: Date
    /// When it last changed.
    public var updatedAt: Date

    /// Creates a summary.
    public init(
        id: UUID, fileName: String, mimeType: String, status: DocumentStatus, pageCount: Int?, createdAt: Date,
        updatedAt: Date
    ) {
        self.id = id
        self.fileName = fileName
        self.mimeType = mimeType
        self.status = status
        self.pageCount = pageCount
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// The answer to an upload.
public struct UploadedDocument: Sendable, Hashable, Codable {
    /// The new document's id.
    public var documentId: UUID
    /// The new document.
    public var document: DocumentSummary

    /// Creates an answer.
    public init(documentId: UUID, document: DocumentSummary) {
        self.documentId = documentId
        self.document = document
    }
}

/// The answer to a request that starts work.
public struct DocumentProgress: Sendable, Hashable, Codable {
    /// The document's id.
    public var documentId: UUID
    /// The state that the document is in now.
    public var status: DocumentStatus
    /// The ids of values that are kept but not filled in, since their fields have been removed; nil if there are none.
    public var unusedValues: [String]?

    /// Creates an answer.
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
    /// The number of documents in the whole list.
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

/// Where a filled form can be downloaded.
public struct DownloadLink: Sendable, Hashable, Codable {
    /// The document's id.
    public var documentId: UUID
    /// An absolute URL that a plain GET answers with a PDF, for a limited time.
    public var filledPdfUrl: String
    /// Whether filling the form again would use the same values and fields; nil if the service is older than this.
    ///
    /// Of a table, the fields alone count.
    public var isCurrent: Bool?
    /// The names of the fields that the form's own scripts would have calculated anew, which was not done, so that they may
    /// be out of date; nil if there are none.
    ///
    /// Of a table, `report.json` in the ZIP file names them.
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
    /// What an input form shows, in reading order; empty until the document is `ready`.
    public var components: [FieldComponent]
    /// Where each field lies, by the field's id.
    public var fieldMap: [String: FieldRegion]
    /// The pages in order; empty until the document is `ready`.
    public var pages: [PageSummary]
    /// Why the document failed; nil unless its state is `failed`.
    public var failure: FailureSummary?
    /// What became of the rows of a table; nil if the newest fill had none.
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

/// What became of the rows of a table.
public struct RowsSummary: Sendable, Hashable, Codable {
    /// The number of rows that were filled.
    public var filled: Int
    /// The number of rows that could not be drawn; `report.json` in the ZIP file says why.
    public var failed: Int

    /// Creates a summary.
    public init(filled: Int, failed: Int) {
        self.filled = filled
        self.failed = failed
    }
}

/// The answer to a table of values.
public struct StartedRows: Sendable, Hashable, Codable {
    /// The document's id.
    public var documentId: UUID
    /// The state that the document is in now.
    public var status: DocumentStatus
    /// The number of rows.
    public var rows: Int
    /// The columns, or keys, that were left out because they are no field of the form; nil if there are none.
    public var skipped: [String]?
    /// How the table was read where that is not obvious: its encoding, and lines above and below it that were not read; nil
    /// if there is nothing to say.
    public var notes: [String]?

    /// Creates an answer.
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

/// A page as displayed.
public struct PageSummary: Sendable, Hashable, Codable {
    /// The page, from 0.
    public var pageIndex: Int
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double
    /// An absolute URL that a plain GET answers with the page as a PNG file, for a limited time; `width` in the query
    /// sets its width in pixels.
    public var imageUrl: String?

    /// Creates a page.
    public init(pageIndex: Int, width: Double, height: Double, imageUrl: String? = nil) {
        self.pageIndex = pageIndex
        self.width = width
        self.height = height
        self.imageUrl = imageUrl
    }
}

/// Why a document failed.
public struct FailureSummary: Sendable, Hashable, Codable {
    /// The stage that failed.
    public var stage: String
    /// The stable code.
    public var code: String
    /// One sentence.
    public var message: String

    /// Creates a failure.
    public init(stage: String, code: String, message: String) {
        self.stage = stage
        self.code = code
        self.message = message
    }
}
