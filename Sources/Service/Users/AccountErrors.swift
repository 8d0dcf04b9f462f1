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
        "malformed_user_name", exit: 116, http: 422, "The text cannot be a user's name.",
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
    /// The code `token_unknown`.
    public static let tokenUnknown = ErrorCode(
        "token_unknown", exit: 118, http: 404, "There is no token with that number.",
        "`formwright tokens list` lists all tokens.")
}

extension ErrorRow {
    /// All codes of users and tokens.
    public static let accounts = rows(
        .userUnknown, .userExists, .userHasDocuments, .malformedUserName, .malformedEmail, .passwordUnsuitable,
        .tokenUnknown)
}
