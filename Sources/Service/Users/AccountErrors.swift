public import FailureModel

// Errors of users and tokens.
extension ErrorCode {
    /// The code `user_unknown`.
    public static let userUnknown = ErrorCode(
        "user_unknown", exit: 113, http: 404, "There is no user with that name.",
        "`formwright users list` lists all users.")
    /// The code `user_exists`.
    public static let userExists = ErrorCode(
        "user_exists", exit: 114, http: 409, "There is a user with that name or e-mail address already.",
        "Choose another.")
    /// The code `user_has_documents`.
    public static let userHasDocuments = ErrorCode(
        "user_has_documents", exit: 115, http: 409,
        "The user cannot be deleted while documents or templates belong to it.",
        "Delete them first, or with the user (`--with-documents`).")
    /// The code `malformed_user_name`.
    public static let malformedUserName = ErrorCode(
        "malformed_user_name", exit: 116, http: 422, "The text cannot be the name of a user or group.",
        "Use 1 to 64 lower-case letters a to z, digits, dots, hyphens and underscores, with a letter or digit first.")
    /// The code `malformed_email`.
    public static let malformedEmail = ErrorCode(
        "malformed_email", exit: 195, http: 422, "The text cannot be an e-mail address.",
        "Use one such as ada@example.org, of ASCII characters.")
    /// The code `password_unsuitable`.
    public static let passwordUnsuitable = ErrorCode(
        "password_unsuitable", exit: 117, http: 422,
        "The password is shorter than 10 characters or longer than 1,024 bytes.",
        "Choose another, such as four or five random words.")
    /// The code `last_administrator`.
    public static let lastAdministrator = ErrorCode(
        "last_administrator", exit: 235, http: 409,
        "The only administrator who can log in cannot become anything else, be disabled or be deleted.",
        "Make another user an administrator first; on the service's own machine, `--force` does it anyway.")
    /// The code `invitation_unknown`.
    public static let invitationUnknown = ErrorCode(
        "invitation_unknown", exit: 236, http: 404, "There is no such invitation, or it was withdrawn.",
        "Ask an administrator for another one.")
    /// The code `invitation_ended`.
    public static let invitationEnded = ErrorCode(
        "invitation_ended", exit: 237, http: 410, "The invitation was used already, or is older than 7 days.",
        "Log in if you have used it; otherwise ask an administrator for another one.")
    /// The code `session_unknown`.
    public static let sessionUnknown = ErrorCode(
        "session_unknown", exit: 238, http: 404, "The user has no such session.", "List the sessions again.")
    /// The code `password_wrong`.
    public static let passwordWrong = ErrorCode(
        "password_wrong", exit: 239, http: 403, "The old password, which a new one requires, is wrong.",
        "Type the password of the last login; an administrator of the machine sets one with `formwright users password`."
    )
    /// The code `group_exists`.
    public static let groupExists = ErrorCode(
        "group_exists", exit: 253, http: 409, "There is a group with that name already.", "Choose another.")
    /// The code `group_in_use`.
    public static let groupInUse = ErrorCode(
        "group_in_use", exit: 254, http: 409, "The group cannot be deleted while documents belong to it.",
        "List them with `formwright documents list --owner @group:NAME`, and move or delete them.")
    /// The code `token_unknown`.
    public static let tokenUnknown = ErrorCode(
        "token_unknown", exit: 118, http: 404, "There is no token with that number.",
        "`formwright tokens list` lists all tokens.")
}

extension ErrorRow {
    /// All codes of users and tokens.
    public static let accounts = rows(
        .userUnknown, .userExists, .userHasDocuments, .malformedUserName, .malformedEmail, .passwordUnsuitable,
        .tokenUnknown, .lastAdministrator, .invitationUnknown, .invitationEnded, .sessionUnknown, .passwordWrong,
        .groupExists, .groupInUse)
}
