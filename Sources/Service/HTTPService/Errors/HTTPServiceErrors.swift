public import FailureModel

// Errors of requests in general.
extension ErrorCode {
    /// The code `malformed_request`.
    public static let malformedRequest = ErrorCode(
        "malformed_request", exit: 100, http: 400, "The request is not well-formed; the message says where.",
        "Correct the client.")
    /// The code `not_found`.
    public static let notFound = ErrorCode(
        "not_found", exit: 101, http: 404, "There is nothing at this address.", "Check the address.")
    /// The code `method_not_allowed`.
    public static let methodNotAllowed = ErrorCode(
        "method_not_allowed", exit: 102, http: 405, "The address does not allow this method.", "Check the method.")
    /// The code `group_unknown`.
    public static let groupUnknown = ErrorCode(
        "group_unknown", exit: 244, http: 404, "There is no group with that name, or the user is not in it.",
        "`formwright groups list` lists all groups and their users.")
    /// The code `forbidden`.
    public static let forbidden = ErrorCode(
        "forbidden", exit: 103, http: 403,
        "The request comes from another site, names another host, or is not allowed to the user's [role](../serve/people.md) or token.",
        "Use the service's own address; behind a proxy, set `publicURL` ([access](../serve/http.md#users-and-access)).")
    /// The code `link_invalid`.
    public static let linkInvalid = ErrorCode(
        "link_invalid", exit: 104, http: 403, "The link has expired or was changed.", "Ask for a new link.")
    /// The code `range_not_satisfiable`.
    public static let rangeNotSatisfiable = ErrorCode(
        "range_not_satisfiable", exit: 105, http: 416, "The requested range begins beyond the end.",
        "Ask for a range within the size that the answer names.")
    /// The code `too_many_requests`.
    public static let tooManyRequests = ErrorCode(
        "too_many_requests", exit: 106, http: 429,
        "The client sends too many requests, too many logins of this user have failed, or the service is at its limit of uploads or waiting jobs.",
        "Try again after the time in `Retry-After`.")
    /// The code `not_ready`.
    public static let notReady = ErrorCode(
        "not_ready", exit: 107, http: 409,
        "The document is not in the required state yet; the message names its state.",
        "Wait until it is `ready` or `filled`.")
    /// The code `precondition_required`.
    public static let preconditionRequired = ErrorCode(
        "precondition_required", exit: 123, http: 428, "The change does not name the version that it was made from.",
        "Send the ETag of the last answer in `If-Match`.")
    /// The code `request_timeout`.
    public static let requestTimeout = ErrorCode(
        "request_timeout", exit: 71, http: 408, "The request did not arrive in time.",
        "Send it again; bytes must arrive at 16 KB a second on average.")
    /// The code `head_too_large`.
    public static let headTooLarge = ErrorCode(
        "head_too_large", exit: 72, http: 431, "The address and header fields of the request are larger than 32 KB.",
        "Shorten them.")
    /// The code `service_busy`.
    public static let serviceBusy = ErrorCode(
        "service_busy", exit: 73, http: 503, "The service has as many connections as it allows.",
        "Try again after the time in `Retry-After`.")
    /// The code `service_not_ready`.
    public static let serviceNotReady = ErrorCode(
        "service_not_ready", exit: 74, http: 503, "A part that the service depends on does not work.",
        "`/readyz` names it.")
    /// The code `address_unavailable`.
    public static let addressUnavailable = ErrorCode(
        "address_unavailable", exit: 108, http: 500, "The service cannot listen on this address.",
        "Choose another with --bind and --port.")
    /// The code `certificate_unusable`.
    public static let certificateUnusable = ErrorCode(
        "certificate_unusable", exit: 230, http: 500, "The certificate of the service, or its key, cannot be used.",
        "Set `tls` to files in PEM format that belong together, or to `self` ([local network](../serve/local-network.md))."
    )
    /// The code `login_required`.
    public static let loginRequired = ErrorCode(
        "login_required", exit: 110, http: 401, "The request has no valid token or session.",
        "Log in, or send a valid token in the header `Authorization: Bearer TOKEN`.")
    /// The code `token_not_valid`.
    public static let tokenNotValid = ErrorCode(
        "token_not_valid", exit: 8, http: 401,
        "The token of an app was changed or has expired, its login has ended, or it is a refresh token that was used already.",
        "Exchange the refresh token for new ones, or log in again.")
    /// The code `login_failed`.
    public static let loginFailed = ErrorCode(
        "login_failed", exit: 111, http: 401, "The name or the password is wrong, or the user is disabled.",
        "Check both; `formwright users password` sets a new password.")
    /// The code `sign_on_refused`.
    public static let signOnRefused = ErrorCode(
        "sign_on_refused", exit: 240, http: 403,
        "The proxy that logs people in names no user of the service, a disabled one, or several.",
        "Add or enable the user, or set `create` ([single sign-on](../serve/single-sign-on.md)).")
    /// The code `users_missing`.
    public static let usersMissing = ErrorCode(
        "users_missing", exit: 112, http: 503,
        "The service requires a login, since others can reach it, and there is no user yet.",
        "Add a user with `formwright users add`, or bind to 127.0.0.1 without `publicURL`.")
}

extension ErrorRow {
    /// All codes of the HTTP service.
    public static let httpService = rows(
        .malformedRequest, .notFound, .methodNotAllowed, .forbidden, .groupUnknown, .linkInvalid, .rangeNotSatisfiable,
        .tooManyRequests, .notReady, .requestTimeout, .headTooLarge, .serviceBusy, .serviceNotReady,
        .addressUnavailable, .certificateUnusable, .preconditionRequired, .loginRequired, .tokenNotValid, .loginFailed,
        .signOnRefused, .usersMissing)
}
