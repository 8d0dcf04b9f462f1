public import Foundation

/// The state of a form of the office.
public enum SharedFormState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Its fields are still being checked.
    case draft
    /// It is ready for use.
    case current
    /// It is no longer in use, such as an earlier edition.
    case retired
}

/// A form that the office has prepared for everybody.
public struct SharedFormSummary: Sendable, Hashable, Codable, Identifiable {
    /// The form's ID.
    public var id: UUID
    /// The name.
    public var name: String
    /// The edition; empty if it does not matter.
    public var edition: String
    /// The state.
    public var state: SharedFormState
    /// The form of an earlier edition that this one replaced.
    public var replaces: UUID?
    /// The groups of users who see it, in addition to administrators; nil for everybody.
    public var groups: [String]?
    /// The version of the name, edition, state and groups, for `If-Match` in a change.
    public var version: Int
    /// The user who shared it; empty for the owner of a service without logins.
    public var sharedBy: String
    /// When it was shared.
    public var sharedAt: Date
    /// When the name, edition or state last changed.
    public var updatedAt: Date
    /// The address of a picture of the first page, below the origin of the service.
    public var pictureUrl: String

    /// Creates a summary.
    public init(
        id: UUID, name: String, edition: String, state: SharedFormState, replaces: UUID?,
        groups: [String]? = nil, version: Int, sharedBy: String, sharedAt: Date, updatedAt: Date, pictureUrl: String
    ) {
        self.id = id
        self.name = name
        self.edition = edition
        self.state = state
        self.replaces = replaces
        self.groups = groups
        self.version = version
        self.sharedBy = sharedBy
        self.sharedAt = sharedAt
        self.updatedAt = updatedAt
        self.pictureUrl = pictureUrl
    }
}

/// A page of the office's forms.
public struct SharedFormPage: Sendable, Hashable, Codable {
    /// The forms, sorted by name.
    public var forms: [SharedFormSummary]
    /// The value of `after` for the next page; nil at the end.
    public var next: UUID?

    /// Creates a page.
    public init(forms: [SharedFormSummary], next: UUID?) {
        self.forms = forms
        self.next = next
    }
}

/// A request to share the form of a document.
public struct NewSharedForm: Sendable, Hashable, Codable {
    /// The document with the blank form.
    public var documentId: UUID
    /// The name; the document's without its extension if it is nil.
    public var name: String?
    /// The edition.
    public var edition: String?
    /// The state; `current` if it is nil.
    public var state: SharedFormState?
    /// The form of an earlier edition, which is retired.
    public var replaces: UUID?
    /// The groups of users who see it, among the user's own.
    ///
    /// It is empty or nil for everybody.
    public var groups: [String]?

    /// Creates a request.
    public init(
        documentId: UUID, name: String? = nil, edition: String? = nil, state: SharedFormState? = nil,
        replaces: UUID? = nil, groups: [String]? = nil
    ) {
        self.groups = groups
        self.documentId = documentId
        self.name = name
        self.edition = edition
        self.state = state
        self.replaces = replaces
    }
}

/// Changes to the name, edition, state and groups of a form; what is nil stays.
public struct SharedFormChange: Sendable, Hashable, Codable {
    /// The new name.
    public var name: String?
    /// The new edition.
    public var edition: String?
    /// The new state.
    public var state: SharedFormState?
    /// The groups of users who see it; empty for everybody.
    public var groups: [String]?

    /// Creates a change.
    public init(
        name: String? = nil, edition: String? = nil, state: SharedFormState? = nil, groups: [String]? = nil
    ) {
        self.groups = groups
        self.name = name
        self.edition = edition
        self.state = state
    }
}

/// The versions of a form's corrected fields.
public struct FieldHistory: Sendable, Hashable, Codable {
    /// A version.
    public struct Version: Sendable, Hashable, Codable {
        /// The number.
        public var version: Int
        /// The user who made it; nil if it is not known.
        public var user: String?
        /// When it was made; nil if it is not known.
        public var time: Date?

        /// Creates a version.
        public init(version: Int, user: String?, time: Date?) {
            self.version = version
            self.user = user
            self.time = time
        }
    }

    /// The versions, newest first; empty if the fields are as detected.
    public var versions: [Version]

    /// Creates a history.
    public init(versions: [Version]) { self.versions = versions }
}
