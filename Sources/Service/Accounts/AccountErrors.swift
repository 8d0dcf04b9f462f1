public import FailureModel

// What can be wrong with users and tokens.
extension ErrorCode {
    /// There is no user with that name.
    public static let userUnknown = ErrorCode("user_unknown")
    /// There is a user with that name or e-mail address already.
    public static let userExists = ErrorCode("user_exists")
    /// The user cannot be deleted while documents or templates belong to it.
    public static let userHasDocuments = ErrorCode("user_has_documents")
    /// The text cannot be a user's name.
    public static let malformedUserName = ErrorCode("malformed_user_name")
    /// The text cannot be an e-mail address.
    public static let malformedEmail = ErrorCode("malformed_email")
    /// The password is too short or too long.
    public static let passwordUnsuitable = ErrorCode("password_unsuitable")
    /// There is no token with that number.
    public static let tokenUnknown = ErrorCode("token_unknown")
}

extension ErrorRow {
    /// The codes of users and tokens.
    public static let accounts: [ErrorRow] = [
        ErrorRow(
            .userUnknown, exit: 113, http: 404, "There is no user with that name.",
            "`formwright users list` lists all users."),
        ErrorRow(
            .userExists, exit: 114, http: 409, "There is a user with that name or e-mail address already.",
            "Choose another."),
        ErrorRow(
            .userHasDocuments, exit: 115, http: 409,
            "The user cannot be deleted while documents or templates belong to it.",
            "Delete them first, or with the user (`--with-documents`)."),
        ErrorRow(
            .malformedUserName, exit: 116, http: 422, "The text cannot be a user's name.",
            "Use 1 to 64 lower-case letters a to z, digits, dots, hyphens and underscores, with a letter or digit first."
        ),
        ErrorRow(
            .malformedEmail, exit: 195, http: 422, "The text cannot be an e-mail address.",
            "Use one such as ada@example.org, of ASCII characters."),
        ErrorRow(
            .passwordUnsuitable, exit: 117, http: 422,
            "The password is shorter than 10 characters or longer than 1,024 bytes.",
            "Choose another, such as four or five random words."),
        ErrorRow(
            .tokenUnknown, exit: 118, http: 404, "There is no token with that number.",
            "`formwright tokens list` lists all tokens."),
    ]
}
