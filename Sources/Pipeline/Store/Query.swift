import Foundation

/// Which documents to list, newest first.
///
/// A list goes on where the last page ended: ``before`` the last document's ``Document/sequence``. Documents that arrive
/// meanwhile shift nothing, since they come before the first page.
public struct DocumentQuery: Sendable, Hashable {
    /// Whose.
    public let scope: OwnerScope
    /// `nil`: all states.
    public var state: DocumentState?
    /// `nil`: all kinds.
    public var kind: KindName?
    /// A part of the file name, in upper or lower case; `nil`: any name.
    public var text: String?
    /// How the id begins, in upper-case hexadecimal digits and dashes; `nil`: however.
    public var idPrefix: String?
    /// Only documents with a smaller ``Document/sequence``; `nil`: from the newest on.
    public var before: Int64?
    /// Maximum number of documents.
    public var limit: Int

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

/// Which jobs to list, newest first; paged as documents are, by ``Job/id``.
public struct JobQuery: Sendable, Hashable {
    /// Whose documents' jobs.
    public let scope: OwnerScope
    /// `nil`: all jobs.
    public var id: JobID?
    /// `nil`: all documents.
    public var document: DocumentID?
    /// `nil`: all states.
    public var state: JobState?
    /// `nil`: all kinds.
    public var kind: KindName?
    /// `nil`: all stages.
    public var stage: StageName?
    /// Only jobs with a smaller number; `nil`: from the newest on.
    public var before: JobID?
    /// Maximum number of jobs.
    public var limit: Int

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
    /// As names are compared in searches: without regard to case and to how accents are encoded.
    package var foldedForSearch: String {
        utf8.allSatisfy { $0 < 128 } ? lowercased() : precomposedStringWithCanonicalMapping.lowercased()
    }
}
