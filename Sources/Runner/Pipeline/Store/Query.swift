import Foundation

/// A query for a page of documents, newest first.
///
/// For the next page, set ``before`` to the last document's ``Document/sequence``. Documents that arrive meanwhile do
/// not shift the pages, since they precede the first.
public struct DocumentQuery: Sendable, Hashable {
    /// The scope of owners.
    public let scope: OwnerScope
    /// The state; `nil` for all states.
    public var state: DocumentState?
    /// The kind; `nil` for all kinds.
    public var kind: KindName?
    /// Words to search for, ignoring case; `nil` for all documents.
    ///
    /// Each must be a part of the file name, or begin a word that a domain has indexed for the document.
    public var text: String?
    /// The beginning of the ID in upper-case hexadecimal digits and dashes; `nil` for any.
    public var idPrefix: String?
    /// The exclusive upper bound of ``Document/sequence``; `nil` starts from the newest.
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

    /// Maximum number of words to search for; the others are ignored.
    package static let tokenLimit = 16

    /// The words of ``text``.
    package var tokens: [String] {
        text?.split(whereSeparator: \.isWhitespace).prefix(Self.tokenLimit).map(String.init) ?? []
    }
}

/// A query for a page of jobs, newest first, with pages by ``Job/id``.
public struct JobQuery: Sendable, Hashable {
    /// The scope of the documents' owners.
    public let scope: OwnerScope
    /// The ID; `nil` for all jobs.
    public var id: JobID?
    /// The document; `nil` for all documents.
    public var document: DocumentID?
    /// The state; `nil` for all states.
    public var state: JobState?
    /// The kind; `nil` for all kinds.
    public var kind: KindName?
    /// The stage; `nil` for all stages.
    public var stage: StageName?
    /// The exclusive upper bound of job numbers; `nil` starts from the newest.
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
    /// The text for comparison in searches, ignoring case and the encoding of accents.
    package var foldedForSearch: String {
        utf8.allSatisfy { $0 < 128 } ? lowercased() : precomposedStringWithCanonicalMapping.lowercased()
    }
}
