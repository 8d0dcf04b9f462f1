import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Converts errors of an API's handlers to the format that its clients know.
struct WireErrors: RouterMiddleware {
    private let answer: @Sendable (any Error, Request, ServiceContext) -> Response

    /// Creates the middleware.
    ///
    /// - Parameter answer: Returns the response to an error.
    init(_ answer: @escaping @Sendable (any Error, Request, ServiceContext) -> Response) {
        self.answer = answer
    }

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            // The client is gone, the service is stopping, or the connection is unusable.
            if error is CancellationError || error is IOError || error is ChannelError || error is HTTPParserError {
                throw error
            }
            var response = answer(error, request, context)
            // An answer to HEAD has no body; its bytes would be read as the next answer.
            if request.method == .head { response.body = ResponseBody() }
            return response
        }
    }
}

extension WireErrors {
    /// Returns the failure of any error, with additional response headers.
    static func failure(_ error: any Error) -> (failure: Failure, headers: HTTPFields) {
        switch error {
        case let error as APIError: (error.failure, error.headers)
        case let error as HTTPError where error.status == .contentTooLarge:
            (Failure(.inputTooLarge, "The request is larger than the limit."), [:])
        case is HTTPError: (Failure(.malformedRequest, "The request is not well-formed."), [:])
        default: (Failure(error), [:])
        }
    }

    /// Logs an internal failure of the service.
    static func log(_ failure: Failure, _ context: ServiceContext) {
        context.logger.error(
            "request failed",
            metadata: [
                "code": "\(failure.code)", "message": "\(failure.message)",
                "underlying": "\(failure.underlying ?? "")",
            ])
    }
}
