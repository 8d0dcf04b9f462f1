import Users
import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Pipeline
import RowQuery

/// A refusal of the user API, with the codes and statuses of Supabase's Auth.
struct AuthError: Error, Hashable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    /// The reasons why a password is too weak.
    var reasons: [String] = []
    /// The delay in seconds before a retry.
    var retryAfter: String?

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    static func invalid(_ message: String) -> Self { Self(.badRequest, "validation_failed", message) }

    static let badToken = Self(.forbidden, "bad_jwt", "invalid JWT: unable to parse or verify signature")
    static let noToken = Self(.unauthorized, "no_authorization", "This endpoint requires a valid Bearer token")
    static let ofPages = Self(
        .forbidden, "no_authorization", "The user is changed and logged out on the service's own pages")
    static let badJSON = Self(.badRequest, "bad_json", "Could not parse request body as JSON")
    static let signUpDisabled = Self(
        .unprocessableContent, "signup_disabled", "Signups not allowed for this instance")
    static let sessionEnded = Self(
        .forbidden, "session_not_found", "Session from session_id claim in JWT does not exist")
    static let notBuilt = Self(.notFound, "not_found", "This service does not have this endpoint")
    static let wrongMethod = Self(
        .methodNotAllowed, "method_not_allowed", "This endpoint does not allow the method of the request")
    static let tooManyMails = Self(
        .tooManyRequests, "over_email_send_rate_limit", "Email rate limit exceeded")
    static let tooMany = Self(.tooManyRequests, "over_request_rate_limit", "Request rate limit reached")
}

extension AuthError {
    /// Converts an error to the terms of this API.
    init(_ error: any Error) {
        switch error {
        case let error as AuthError: self = error
        case let error as ProjectAccountError: self.init(error)
        case let error as APIError:
            self.init(error.failure)
            retryAfter = error.headers[.retryAfter]
        case let error as RowQueryError where error.code == .unreadableBody: self = .badJSON
        case let error as HTTPError where error.status == .contentTooLarge: self.init(Failure(.inputTooLarge, ""))
        default: self.init(Failure(error))
        }
    }

    private init(_ error: ProjectAccountError) {
        switch error {
        case .refreshTokenUnknown:
            self.init(.badRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
        case .refreshTokenUsed:
            self.init(.badRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
        case .sessionEnded: self = .sessionEnded
        case .samePassword:
            self.init(
                .unprocessableContent, "same_password", "New password should be different from the old password.")
        case .loginTooOld:
            self.init(.badRequest, "reauthentication_needed", "Password update requires reauthentication")
        case .proofInvalid: self.init(.forbidden, "otp_expired", "Token has expired or is invalid")
        case .metadataTooLarge:
            self = .invalid("User metadata must not be larger than \(ProjectUser.metadataLimit) bytes")
        }
    }

    private init(_ failure: Failure) {
        switch failure.code {
        case .loginFailed: self.init(.badRequest, "invalid_credentials", "Invalid login credentials")
        case .tooManyRequests: self = .tooMany
        case .passwordUnsuitable:
            self.init(.unprocessableContent, "weak_password", failure.message)
            reasons = ["length"]
        case .malformedEmail: self = .invalid("Unable to validate email address: invalid format")
        case .userExists: self.init(.unprocessableContent, "user_already_exists", "User already registered")
        case .inputTooLarge: self.init(.contentTooLarge, "validation_failed", "The request body is too large")
        case .malformedRequest: self = .badJSON
        // Clients end their session at other errors, and keep it at this one.
        case .storeUnavailable: self.init(.serviceUnavailable, "unexpected_failure", "Try again later")
        default:
            self.init(.internalServerError, "unexpected_failure", "The service could not do this; its log says why.")
        }
    }
}

extension AuthError {
    private static let version = HTTPField.Name("x-supabase-api-version")
    private static let firstVersion = "2024-01-01"

    /// Returns the response in the API version requested by the client.
    func response(to request: Request) -> Response {
        let asked = Self.version.flatMap { request.headers[$0] }
        let isVersioned = asked.map { Self.isDate($0) && $0 >= Self.firstVersion } ?? false
        var members: JSONObject =
            isVersioned
            ? ["code": .text(code), "message": .text(message)]
            : ["code": .number("\(status.code)"), "error_code": .text(code), "msg": .text(message)]
        if !reasons.isEmpty {
            members["weak_password"] = .object(["reasons": .list(reasons.map(JSONValue.text))])
        }
        var response = AuthAnswer.make(.object(members), status: status)
        if isVersioned, let version = Self.version { response.headers[version] = Self.firstVersion }
        if let retryAfter { response.headers[.retryAfter] = retryAfter }
        return response
    }

    private static func isDate(_ text: String) -> Bool { text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil }
}
