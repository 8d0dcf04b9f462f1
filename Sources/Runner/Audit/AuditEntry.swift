package import Pipeline

/// Who did what to which document, and when; never a value or a name of a file.
package struct AuditEntry: Sendable, Hashable, Codable {
    /// The number by which entries are paged; it increases.
    package let sequence: Int64
    /// When it happened.
    package let at: Timestamp
    /// Who did it.
    package let actor: AuditActor
    /// What was done.
    package let action: AuditAction
    /// The document; nil for what is about none.
    package let document: DocumentID?
}

/// Who does something.
package struct AuditActor: Sendable, Hashable, Codable {
    /// The user; "" for local use.
    package let owner: OwnerID
    /// How the user is known: `token` and its number, `login` and the number of an app's login, `session`, `link`, `local`,
    /// `command line` or `retention`.
    package let credential: String

    /// Names who does something.
    package init(owner: OwnerID, credential: String) {
        self.owner = owner
        self.credential = credential
    }
}

/// Which entries to list, newest first.
package struct AuditQuery: Sendable, Hashable {
    /// Only entries about this document.
    package var document: DocumentID?
    /// Only entries of this user.
    package var owner: OwnerID?
    /// Only entries since then.
    package var since: Timestamp?
    /// Only entries with a smaller number.
    package var before: Int64?
    /// Maximum number of entries.
    package var limit: Int

    /// Creates a query.
    package init(
        document: DocumentID? = nil, owner: OwnerID? = nil, since: Timestamp? = nil, before: Int64? = nil,
        limit: Int = 50
    ) {
        self.document = document
        self.owner = owner
        self.since = since
        self.before = before
        self.limit = limit
    }
}
