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
    /// The name, client, tags or notes of a document were changed.
    case changedCase = "changed_case"
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
    /// A user was added, by a command or at the first login by a proxy.
    case userAdded = "user_added"
    /// A user was deleted.
    case userDeleted = "user_deleted"
    /// The role of a user was changed.
    case roleChanged = "role_changed"
    /// A user was disabled.
    case userDisabled = "user_disabled"
    /// A disabled user was enabled.
    case userEnabled = "user_enabled"
    /// The password of a user was changed, by the user or by a command.
    case passwordChanged = "password_changed"
    /// Sessions of a user were ended.
    case sessionsEnded = "sessions_ended"
    /// A group was added.
    case groupAdded = "group_added"
    /// A group was deleted.
    case groupDeleted = "group_deleted"
    /// A user was added to a group.
    case memberAdded = "member_added"
    /// A user was removed from a group.
    case memberRemoved = "member_removed"
    /// A link was made with which somebody becomes a user.
    case invited
    /// An open invitation was withdrawn, or ended with the rights of its author.
    case invitationWithdrawn = "invitation_withdrawn"
    /// Somebody became a user by an invitation.
    case invitationAccepted = "invitation_accepted"
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
