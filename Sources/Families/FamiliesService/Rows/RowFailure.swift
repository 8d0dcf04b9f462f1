import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import RowQuery

/// An error in the format of PostgREST: `{code, details, hint, message}`.
struct RowFailure: Error {
    let status: Int
    let code: String
    let message: String
    var details: RowQueryError.Details?
    var hint: String?
    var headers: HTTPFields = [:]

    /// The response.
    var response: Response {
        var response = JSONResponse.make(
            Body(code: code, message: message, details: details, hint: hint),
            status: HTTPResponse.Status(code: status))
        response.headers.append(contentsOf: headers)
        // Clients read the code here if an answer has no body, as for HEAD.
        response.headers[.proxyStatus] = "PostgREST; error=\(code)"
        return response
    }

    private struct Body: Encodable {
        let code: String
        let message: String
        let details: RowQueryError.Details?
        let hint: String?

        private enum Key: CodingKey {
            case code, details, hint, message
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(code, forKey: .code)
            switch details {
            case .text(let text): try container.encode(text, forKey: .details)
            case .relationships(let choices): try container.encode(choices.map(Choice.init), forKey: .details)
            case nil: try container.encodeNil(forKey: .details)
            }
            // Clients expect all four, so missing ones are null.
            try container.encode(hint, forKey: .hint)
            try container.encode(message, forKey: .message)
        }
    }

    private struct Choice: Encodable {
        let cardinality: String
        let relationship: String
        let embedding: String

        init(_ choice: RowQueryError.RelationshipChoice) {
            cardinality = choice.cardinality
            relationship = choice.relationship
            embedding = choice.embedding
        }
    }
}

extension RowFailure {
    /// The codes of errors specific to HTTP requests.
    private enum Code {
        static let schema = "PGRST106"
        static let mediaType = "PGRST107"
        static let tokenInvalid = "PGRST301"
        static let tokenMissing = "PGRST302"
        static let tokenExpired = "PGRST303"
        static let readOnly = "25006"
    }

    /// Creates the error of a rejected request for rows.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - hasUser: Whether a user has signed in.
    init(_ error: RowQueryError, hasUser: Bool) {
        self.init(
            status: error.code.status(hasUser: hasUser), code: error.code.rawValue, message: error.message,
            details: error.details, hint: error.hint)
        if status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        if status == 405 { headers[.allow] = "GET, HEAD, POST, PUT, PATCH, DELETE" }
        if let total = error.total {
            headers[.contentRange] = ContentRange(offset: 0, count: 0, total: total).description
        }
    }

    /// Creates the error of a token.
    init(_ error: ProjectTokenError) {
        switch error {
        case .missing:
            self.init(
                status: 401, code: Code.tokenMissing, message: "The request has no token.",
                hint: "Send the app's key in the header “apikey”.", headers: [.wwwAuthenticate: "Bearer"])
        case .invalid:
            self.init(
                status: 401, code: Code.tokenInvalid, message: "The token is not valid.",
                headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
        case .expired:
            self.init(
                status: 401, code: Code.tokenExpired, message: "JWT expired",
                headers: [.wwwAuthenticate: #"Bearer error="invalid_token", error_description="JWT expired""#])
        }
    }

    /// The error of a request for another schema.
    static let schema = RowFailure(
        status: 406, code: Code.schema, message: "The schema must be one of the following: \(Schema.name)")

    /// The error of a request that does not accept JSON.
    static let mediaType = RowFailure(
        status: 406, code: Code.mediaType, message: "None of the media types that the request accepts is available.")

    /// Returns the error of an unsupported PostgREST media type, in `Accept` or of a body.
    static func notBuilt(_ what: String) -> RowFailure {
        RowFailure(RowQueryError.notBuilt(what), hasUser: true)
    }

    /// The error of a GET call of a function with side effects.
    static let readOnly = RowFailure(
        status: 405, code: Code.readOnly, message: "This function changes something and is called by POST.",
        headers: [.allow: "POST"])
}

extension HTTPField.Name {
    static let proxyStatus = known("Proxy-Status")
}

extension RowQueryError.Code {
    /// Returns the status of an answer with this error.
    ///
    /// - Parameter hasUser: Whether a user has signed in. Signing in may permit what is forbidden.
    /// - Returns: The status.
    func status(hasUser: Bool) -> Int {
        switch self {
        case .unreadableParameter, .unreadableBody, .notEmbedded, .limitedPut, .differentKey, .unrelatedOrder,
            .unrelatedSpread, .embedFilter, .invalidPreference, .tooManyAffected, .notBuilt, .aggregatesForbidden,
            .noRelationship, .unknownWrittenColumn:
            400
        case .cardinality, .numberOutOfRange, .invalidTime, .timeOutOfRange, .invalidCharacter, .invalidPattern,
            .invalidValue, .missingValue, .failedCheck, .duplicateField, .unknownColumn, .wrongType, .readOnlyColumn,
            .noSuchKey, .invalidCast, .unknownType, .notGrouped, .noCast:
            400
        case .ambiguousRelationship: 300
        case .forbidden: hasUser ? 403 : 401
        case .unknownFunction, .unknownTable, .noOperator: 404
        case .invalidPutFilter: 405
        case .notSingle: 406
        case .foreignKey, .duplicate: 409
        case .tooLarge, .tooComplex: 413
        case .rangeOutside: 416
        case .canceled: 500
        }
    }
}
