public import Foundation

/// An error response of the service.
public struct RequestError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The HTTP status.
    public var status: Int
    /// The stable code, such as `token_not_valid`, or `http_502` for a response without one.
    public var code: String
    /// The message, in one sentence that a person can act on.
    public var message: String
    /// More about the error, if the service said more.
    public var details: String?
    /// The time to wait before the request is repeated, in seconds.
    public var retryAfter: Int?

    /// Creates an error.
    public init(status: Int, code: String, message: String, details: String? = nil, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.retryAfter = retryAfter
    }

    /// Whether the request needs a login, or a new one.
    public var needsLogin: Bool { status == 401 }

    /// The message.
    public var errorDescription: String? { message }

    /// The message.
    public var description: String { message }

    /// The body of an error response, in the words of each of the service's APIs.
    private struct Body: Decodable {
        /// A code as text; Supabase's older answers repeat the status here.
        struct Code: Decodable {
            let text: String?

            init(from decoder: any Decoder) throws {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }

        let error: String?
        let errorCode: String?
        let code: Code?
        let message: String?
        let msg: String?
        let details: String?

        private enum CodingKeys: String, CodingKey {
            case error, code, message, msg, details
            case errorCode = "error_code"
        }
    }

    /// Creates the error of a response.
    package init(status: Int, body: Data, retryAfter: Int? = nil) {
        let body = try? JSONDecoder().decode(Body.self, from: body)
        self.init(
            status: status, code: body?.errorCode ?? body?.code?.text ?? body?.error ?? "http_\(status)",
            message: body?.message ?? body?.msg ?? "The service answered with the status \(status).",
            details: body?.details, retryAfter: retryAfter)
    }
}
