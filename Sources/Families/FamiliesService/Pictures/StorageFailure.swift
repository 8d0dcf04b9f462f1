import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import RowQuery

/// An error in the format of Supabase's storage: `{statusCode, error, message}`.
struct StorageFailure: Error {
    let status: Int
    let error: String
    let message: String
    var headers: HTTPFields = [:]

    /// The response.
    var response: Response {
        var response = JSONResponse.make(
            ["statusCode": "\(status)", "error": error, "message": message],
            status: HTTPResponse.Status(code: status))
        response.headers.append(contentsOf: headers)
        return response
    }
}

extension StorageFailure {
    /// The picture does not exist, or is invisible to the caller.
    static let notFound = StorageFailure(status: 404, error: "not_found", message: "Object not found")
    /// The name is malformed.
    static let invalidName = StorageFailure(
        status: 400, error: "InvalidKey", message: "The name is not FAMILY/NAME, with a family's ID first.")
    /// There is only one bucket, and it is not public.
    static let noBucket = StorageFailure(status: 404, error: "Bucket not found", message: "Bucket not found")
    /// The name is taken.
    static let duplicate = StorageFailure(
        status: 409, error: "Duplicate", message: "The resource already exists")
    /// The policies forbid it.
    static let forbidden = StorageFailure(
        status: 403, error: "Unauthorized", message: "new row violates row-level security policy")
    /// The token of a link is missing, forged or expired.
    static let invalidLink = StorageFailure(
        status: 400, error: "InvalidJWT", message: "The link is not valid, or has expired.")
    /// The picture is not cleaned yet.
    static let notReady = StorageFailure(
        status: 503, error: "not_ready", message: "The picture is still being prepared.",
        headers: [.retryAfter: "5"])

    /// Creates the error of a malformed body.
    static func invalidRequest(_ message: String) -> StorageFailure {
        StorageFailure(status: 400, error: "InvalidRequest", message: message)
    }

    /// Creates the error of a token.
    init(_ error: ProjectTokenError) {
        self.init(
            status: 401, error: "Unauthorized",
            message: error == .expired
                ? "jwt expired" : error == .missing ? "jwt must be provided" : "invalid signature",
            headers: [.wwwAuthenticate: "Bearer"])
    }

    /// Creates the error of a refusal by the rows of pictures.
    init(_ error: RowQueryError) {
        switch error.code {
        case .forbidden: self = .forbidden
        case .duplicate: self = .duplicate
        case .failedCheck, .invalidValue, .missingValue: self = .invalidName
        default: self = .invalidRequest(error.message)
        }
    }

    /// Maximum number of mistakes in a message.
    private static let mistakeLimit = 10

    /// Creates the error of a failure.
    init(_ failure: Failure, status: Int, headers: HTTPFields = [:]) {
        let error =
            switch failure.code {
            case .inputTooLarge: "Payload too large"
            case .unsupportedType: "invalid_mime_type"
            default: failure.code.rawValue
            }
        self.init(
            status: status, error: error,
            message: status == 500
                ? "The service could not do this; its log says why."
                : failure.all.prefix(Self.mistakeLimit).map(\.description).joined(separator: " "),
            headers: headers)
    }
}
