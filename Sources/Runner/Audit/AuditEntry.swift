package import Pipeline

/// An entry of the audit log, without values or file names.
package struct AuditEntry: Sendable, Hashable, Codable {
    /// The increasing number for paging.
    package let sequence: Int64
    /// The time of the action.
    package let at: Timestamp
    /// The actor.
    package let actor: AuditActor
    /// The action.
    package let action: AuditAction
    /// The document; `nil` for an action without one.
    package let document: DocumentID?
    /// The user or invitation, such as `ben` or `invitation 7`; `nil` for none.
    package let subject: String?
    /// The effect of the action, such as `staff to reader`; `nil` if obvious.
    package let detail: String?
}

/// The user behind an action, with the credential used.
package struct AuditActor: Sendable, Hashable, Codable {
    /// The user; "" for local use.
    package let owner: OwnerID
    /// The credential.
    ///
    /// This is `token` and its number, `login` and the number of an app's login, `invitation` and its number, `session`,
    /// `sign-on`, `link`, `local`, `command line` or `retention`.
    package let credential: String

    /// A command on the machine of the store, whoever gave it.
    package static let commandLine = AuditActor(owner: .local, credential: "command line")

    /// Creates an actor.
    package init(owner: OwnerID, credential: String) {
        self.owner = owner
        self.credential = credential
    }
}

/// A query for entries, newest first.
package struct AuditQuery: Sendable, Hashable {
    /// Only entries about this document.
    package var document: DocumentID?
    /// Only entries of this user.
    package var owner: OwnerID?
    /// Only entries from this time on.
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
