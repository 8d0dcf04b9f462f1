/// An action in the access log.
package enum AuditAction: String, Sendable, Hashable, Codable, CaseIterable {
    /// A document was added.
    case uploaded
    /// A document, its fields, values, pages or events were read.
    case viewed
    /// The fields of a document were corrected.
    case changedFields = "changed_fields"
    /// A form was shared with the office, or its name or state changed.
    case sharedForm = "shared_form"
    /// Values for a document were saved.
    case changedValues = "changed_values"
    /// A fill was started.
    case filled
    /// A result was downloaded.
    case downloaded
    /// A file was removed from a collection.
    ///
    /// The file and earlier results remain.
    case removed
    /// A document was deleted by a user.
    case deleted
    /// A document was deleted after the maximum time without use.
    case expired
    /// A user signed in.
    case loggedIn = "logged_in"
    /// Somebody failed to sign in as this user.
    case loginFailed = "login_failed"

    /// Time within which repetitions count as one entry; `nil` to log each one.
    ///
    /// Repetitions have the same actor and document. Otherwise a page that polls, or a viewer that reads a file in
    /// ranges, would fill the log.
    var window: Duration? {
        switch self {
        case .viewed: .seconds(600)
        case .downloaded: .seconds(60)
        default: nil
        }
    }
}
