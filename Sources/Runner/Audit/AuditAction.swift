/// What somebody did, as the log of accesses names it.
package enum AuditAction: String, Sendable, Hashable, Codable, CaseIterable {
    /// A document was added.
    case uploaded
    /// A document, its fields, values, pages or events were read.
    case viewed
    /// The fields of a document were corrected.
    case changedFields = "changed_fields"
    /// Values for a document were kept.
    case changedValues = "changed_values"
    /// A fill was started.
    case filled
    /// A result was downloaded.
    case downloaded
    /// A file was taken out of a collection; it stays with what was made of it before.
    case removed
    /// A document was deleted by somebody.
    case deleted
    /// A document was deleted because it had not been used for as long as the settings allow.
    case expired
    /// A user signed in.
    case loggedIn = "logged_in"
    /// Somebody failed to sign in as this user.
    case loginFailed = "login_failed"

    /// How long the same by the same, to the same document, is one entry; nil if each time is one.
    ///
    /// A page that polls, or a viewer that reads a file in ranges, would fill the log.
    var window: Duration? {
        switch self {
        case .viewed: .seconds(600)
        case .downloaded: .seconds(60)
        default: nil
        }
    }
}
