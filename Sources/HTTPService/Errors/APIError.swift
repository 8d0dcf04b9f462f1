package import FailureModel
import Foundation
package import Hummingbird
import HTTPTypes

/// An error as the service answers it: `{"error": code, "message": sentence, "fields": […]}`.
package struct APIError: Error, Sendable {
    /// What is wrong with one field of a form.
    package struct FieldProblem: Sendable, Hashable, Codable {
        /// The field's id.
        package let fieldRegionId: String
        /// The code of the failure.
        package let code: ErrorCode
        /// One sentence.
        package let message: String

        /// Creates a problem.
        package init(fieldRegionId: String, code: ErrorCode, message: String) {
            self.fieldRegionId = fieldRegionId
            self.code = code
            self.message = message
        }
    }

    /// What went wrong.
    package let failure: Failure
    /// The fields concerned, by id.
    package let fields: [FieldProblem]
    /// Seconds after which the client may try again.
    package let retryAfter: Int?

    /// Creates an error.
    package init(_ failure: Failure, fields: [FieldProblem] = [], retryAfter: Int? = nil) {
        self.failure = failure
        self.fields = fields
        self.retryAfter = retryAfter
    }

    private struct Body: Encodable {
        let error: ErrorCode
        let message: String
        let fields: [FieldProblem]?
    }

    /// The response, whose status is that of the code.
    ///
    /// A failure of the service itself is answered without details, which may hold what a library says about a document.
    package func response(_ table: ErrorTable) -> Response {
        let status = table.httpStatus(of: failure.code)
        let isInternal = status == 500
        let code = isInternal ? .internalError : failure.code
        let message = isInternal ? "The service could not do this; its log says why." : failure.description
        var response = JSONResponse.make(
            Body(error: code, message: message, fields: fields.isEmpty ? nil : fields),
            status: HTTPResponse.Status(code: status))
        if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
        return response
    }
}
