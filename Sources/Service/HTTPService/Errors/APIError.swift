package import FailureModel
import Files
package import Foundation
package import Hummingbird
package import HTTPTypes
import Pipeline

/// An error response: `{"error": code, "message": sentence, "fields": […]}`.
package struct APIError: Error, Sendable {
    /// A problem with one field of a form.
    package struct FieldProblem: Sendable, Hashable, Codable {
        /// The field's id; empty if the value belongs to no single field.
        package let fieldRegionId: String
        /// The key of the value; nil if it was given by field id.
        package let key: String?
        /// The code of the failure.
        package let code: ErrorCode
        /// The problem as one sentence.
        package let message: String

        /// Creates a problem.
        package init(fieldRegionId: String, key: String? = nil, code: ErrorCode, message: String) {
            self.fieldRegionId = fieldRegionId
            self.key = key
            self.code = code
            self.message = message
        }
    }

    /// The code and the message.
    package let failure: Failure
    /// The fields concerned, by id.
    package let fields: [FieldProblem]
    /// Additional headers of the response, such as `Allow` or `Content-Range`.
    package let headers: HTTPFields
    /// Further members of the body, such as the ID of work in progress.
    package let more: [String: any Encodable & Sendable]

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - failure: the code and the message.
    ///   - fields: the fields concerned.
    ///   - retryAfter: the number of seconds after which the client may try again.
    ///   - more: further members of the body.
    package init(
        _ failure: Failure, fields: [FieldProblem] = [], retryAfter: Int? = nil,
        more: [String: any Encodable & Sendable] = [:]
    ) {
        self.failure = failure
        self.fields = fields
        self.more = more
        headers = retryAfter.map { [.retryAfter: "\($0)"] } ?? [:]
    }

    /// Creates an error with headers.
    init(_ failure: Failure, headers: HTTPFields) {
        self.failure = failure
        fields = []
        more = [:]
        self.headers = headers
    }

    /// The header `WWW-Authenticate` of responses with status 401.
    static let challenge = "Bearer realm=\"formwright\""

    private struct Body: Encodable {
        let error: ErrorCode
        let message: String
        var detail: String?
        let fields: [FieldProblem]?
        let more: [String: any Encodable & Sendable]

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(_ text: String) { stringValue = text }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in more { try container.encode(value, forKey: Key(key)) }
            try container.encode(error, forKey: Key("error"))
            try container.encode(message, forKey: Key("message"))
            try container.encodeIfPresent(detail, forKey: Key("detail"))
            try container.encodeIfPresent(fields, forKey: Key("fields"))
        }
    }

    /// Returns the response with the status of the code.
    ///
    /// Internal failures have no details, except of stored bytes, which might quote a library's report on a document.
    ///
    /// - Parameters:
    ///   - table: the HTTP status of every code.
    ///   - hasDetail: whether `detail` repeats the message, for clients of Django's REST framework.
    /// - Returns: the response.
    package func response(_ table: ErrorTable, hasDetail: Bool = false) -> Response {
        var body = answer(table)
        if hasDetail { body.detail = body.message }
        var response = JSONResponse.make(
            body, status: HTTPResponse.Status(code: table.httpStatus(of: failure.code)))
        if table.httpStatus(of: failure.code) == 401 { response.headers[.wwwAuthenticate] = Self.challenge }
        response.headers.append(contentsOf: headers)
        return response
    }

    /// Returns the error as a page, for a person in a browser.
    func page(_ table: ErrorTable, _ pages: PageRenderer, for context: ServiceContext?) -> Response {
        let status = HTTPResponse.Status(code: table.httpStatus(of: failure.code))
        let title =
            switch status {
            case .notFound: "Page not found"
            case .forbidden: "Not allowed"
            case .unauthorized: "Please log in"
            default: "This did not work"
            }
        var response = pages.render(
            "error", ["title": title, "message": answer(table).message], for: context, status: status)
        response.headers.append(contentsOf: headers)
        return response
    }

    /// Returns the body of the response.
    package func body(_ table: ErrorTable) -> Data {
        // Encoding a code and a sentence cannot fail.
        (try? JSONText.compact(answer(table))) ?? Data()
    }

    /// The internal failures that clients are told about.
    ///
    /// Their sentences name no more than stored bytes.
    private static let told: Set<ErrorCode> = [.artefactMissing, .artefactDamaged]

    private func answer(_ table: ErrorTable) -> Body {
        let isInternal = table.httpStatus(of: failure.code) == 500 && !Self.told.contains(failure.code)
        return Body(
            error: isInternal ? .internalError : failure.code,
            message: isInternal ? "The service could not do this; its log says why." : failure.description,
            fields: fields.isEmpty ? nil : fields, more: more)
    }
}
