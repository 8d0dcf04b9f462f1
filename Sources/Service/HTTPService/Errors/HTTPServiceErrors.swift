public import FailureModel

// What can be wrong with a request, whatever it is about.
extension ErrorCode {
    /// The request is not well-formed.
    public static let malformedRequest = ErrorCode("malformed_request")
    /// There is nothing at this address.
    public static let notFound = ErrorCode("not_found")
    /// The address does not allow this method.
    public static let methodNotAllowed = ErrorCode("method_not_allowed")
    /// The request's host or origin is not the service's own, or its credential does not allow it.
    public static let forbidden = ErrorCode("forbidden")
    /// A link has expired or was changed.
    public static let linkInvalid = ErrorCode("link_invalid")
    /// The requested range lies beyond the end.
    public static let rangeNotSatisfiable = ErrorCode("range_not_satisfiable")
    /// The queue or the service is full.
    public static let tooManyRequests = ErrorCode("too_many_requests")
    /// The document is not in the required state yet.
    public static let notReady = ErrorCode("not_ready")
    /// A change does not name the version that it was made from.
    public static let preconditionRequired = ErrorCode("precondition_required")
    /// The request did not arrive in time.
    public static let requestTimeout = ErrorCode("request_timeout")
    /// The address or the header fields of a request are too large.
    public static let headTooLarge = ErrorCode("head_too_large")
    /// The service has as many connections as it allows.
    public static let serviceBusy = ErrorCode("service_busy")
    /// Something that the service needs in order to work does not work.
    public static let serviceNotReady = ErrorCode("service_not_ready")
    /// The service's address is taken.
    public static let addressUnavailable = ErrorCode("address_unavailable")
    /// The request has no valid credential.
    public static let loginRequired = ErrorCode("login_required")
    /// The token of an app is not valid.
    public static let tokenNotValid = ErrorCode("token_not_valid")
    /// The name or the password is wrong.
    public static let loginFailed = ErrorCode("login_failed")
    /// A login is required, and nobody can log in.
    public static let usersMissing = ErrorCode("users_missing")
}

extension ErrorRow {
    /// The codes of the HTTP service.
    public static let httpService: [ErrorRow] = [
        ErrorRow(
            .malformedRequest, exit: 100, http: 400, "The request is not well-formed; the message says where.",
            "Correct the client."),
        ErrorRow(.notFound, exit: 101, http: 404, "There is nothing at this address.", "Check the address."),
        ErrorRow(
            .methodNotAllowed, exit: 102, http: 405, "The address does not allow this method.", "Check the method."),
        ErrorRow(
            .forbidden, exit: 103, http: 403,
            "The request comes from another site, names another host, or would change something with a token that may only read.",
            "Use the service's own address; behind a proxy, set `publicURL` ([access](../serve/http.md#users-and-access))."
        ),
        ErrorRow(
            .linkInvalid, exit: 104, http: 403, "The link has expired or was changed.",
            "Ask for a new link."),
        ErrorRow(
            .rangeNotSatisfiable, exit: 105, http: 416, "The requested range begins beyond the end.",
            "Ask for a range within the size that the answer names."),
        ErrorRow(
            .tooManyRequests, exit: 106, http: 429,
            "The client sends too many requests, too many logins of this user have failed, or the service is at its limit of uploads or waiting jobs.",
            "Try again after the time in `Retry-After`."),
        ErrorRow(
            .notReady, exit: 107, http: 409,
            "The document is not in the required state yet; the message names its state.",
            "Wait until it is `ready` or `filled`."),
        ErrorRow(
            .requestTimeout, exit: 71, http: 408, "The request did not arrive in time.",
            "Send it again; bytes must arrive at 16 KB a second on average."),
        ErrorRow(
            .headTooLarge, exit: 72, http: 431, "The address and header fields of the request are larger than 32 KB.",
            "Shorten them."),
        ErrorRow(
            .serviceBusy, exit: 73, http: 503, "The service has as many connections as it allows.",
            "Try again after the time in `Retry-After`."),
        ErrorRow(
            .serviceNotReady, exit: 74, http: 503, "Something that the service needs in order to work does not work.",
            "`/readyz` names it."),
        ErrorRow(
            .addressUnavailable, exit: 108, http: 500, "The service cannot listen on this address.",
            "Choose another with --bind and --port."),
        ErrorRow(
            .preconditionRequired, exit: 123, http: 428,
            "The change does not name the version that it was made from.",
            "Send the ETag of the last answer in `If-Match`."),
        ErrorRow(
            .loginRequired, exit: 110, http: 401, "The request has no valid token or session.",
            "Log in, or send a valid token in the header `Authorization: Bearer TOKEN`."),
        ErrorRow(
            .tokenNotValid, exit: 8, http: 401,
            "The token of an app was changed or has expired, its login has ended, or it is a refresh token that was used already.",
            "Exchange the refresh token for new ones, or log in again."),
        ErrorRow(
            .loginFailed, exit: 111, http: 401, "The name or the password is wrong, or the user is disabled.",
            "Check both; `formwright users password` sets a new password."),
        ErrorRow(
            .usersMissing, exit: 112, http: 503,
            "The service requires a login, since others can reach it, and there is no user yet.",
            "Add a user with `formwright users add`, or bind to 127.0.0.1 without `publicURL`."),
    ]
}
