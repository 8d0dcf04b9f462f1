import Foundation

/// A query for a page of documents, newest first.
///
/// The next page starts after the last one: set ``before`` to the last document's ``Document/sequence``. Documents that
/// arrive meanwhile do not shift the pages, since they precede the first.
public struct DocumentQuery: Sendable, Hashable {
    /// The owners whose documents to list.
    public let scope: OwnerScope
    /// The state; `nil` for all states.
    public var state: DocumentState?
    /// The kind; `nil` for all kinds.
    public var kind: KindName?
    /// A part of the file name, in upper or lower case; `nil` for any name.
    public var text: String?
    /// The beginning of the id, in upper-case hexadecimal digits and dashes; `nil` for any id.
    public var idPrefix: String?
    /// Only documents with a smaller ``Document/sequence`` are listed; `nil` starts from the newest.
    public var before: Int64?
    /// The maximum number of documents.
    public var limit: Int

    /// Creates a query.
    public init(
        in scope: OwnerScope, state: DocumentState? = nil, kind: KindName? = nil, text: String? = nil,
        idPrefix: String? = nil, before: Int64? = nil, limit: Int = 100
    ) {
        self.scope = scope
        self.state = state
        self.kind = kind
        self.text = text
        self.idPrefix = idPrefix
        self.before = before
        self.limit = limit
    }
}

/// A query for a page of jobs, newest first, with pages by ``Job/id``.
public struct JobQuery: Sendable, Hashable {
    /// The owners whose documents' jobs to list.
    public let scope: OwnerScope
    /// The id; `nil` for all jobs.
    public var id: JobID?
    /// The document; `nil` for all documents.
    public var document: DocumentID?
    /// The state; `nil` for all states.
    public var state: JobState?
    /// The kind; `nil` for all kinds.
    public var kind: KindName?
    /// The stage; `nil` for all stages.
    public var stage: StageName?
    /// Only jobs with a smaller number are listed; `nil` starts from the newest.
    public var before: JobID?
    /// The maximum number of jobs.
    public var limit: Int

    /// Creates a query.
    public init(
        in scope: OwnerScope, id: JobID? = nil, document: DocumentID? = nil, state: JobState? = nil,
        kind: KindName? = nil, stage: StageName? = nil, before: JobID? = nil, limit: Int = 100
    ) {
        self.scope = scope
        self.id = id
        self.document = document
        self.state = state
        self.kind = kind
        self.stage = stage
        self.before = before
        self.limit = limit
    }
}

extension String {
    /// The text as compared in searches: without regard to case or to the encoding of accents.
    package var foldedForSearch: String {
        utf8.allSatisfy { $0 < 128 } ? lowercased() : precomposedStringWithCanonicalMapping.lowercased()
    }
}
