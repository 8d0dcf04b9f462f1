import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Turns what the handlers of one of the project's APIs throw into the errors that its clients know.
struct WireErrors: RouterMiddleware {
    private let answer: @Sendable (any Error, Request, ServiceContext) -> Response

    /// Creates the middleware.
    ///
    /// - Parameter answer: makes an answer of an error.
    init(_ answer: @escaping @Sendable (any Error, Request, ServiceContext) -> Response) {
        self.answer = answer
    }

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            // The client is gone, the service stops, or the connection cannot be used any more.
            if error is CancellationError || error is IOError || error is ChannelError || error is HTTPParserError {
                throw error
            }
            var response = answer(error, request, context)
            // An answer to HEAD has no body; its bytes would be taken for the next answer.
            if request.method == .head { response.body = ResponseBody() }
            return response
        }
    }
}

extension WireErrors {
    /// Returns what went wrong, whatever was thrown, with the headers that an answer adds.
    static func failure(_ error: any Error) -> (failure: Failure, headers: HTTPFields) {
        switch error {
        case let error as APIError: (error.failure, error.headers)
        case let error as HTTPError where error.status == .contentTooLarge:
            (Failure(.inputTooLarge, "The request is larger than the limit."), [:])
        case is HTTPError: (Failure(.malformedRequest, "The request is not well-formed."), [:])
        default: (Failure(error), [:])
        }
    }

    /// Logs a failure of the service itself.
    static func log(_ failure: Failure, _ context: ServiceContext) {
        context.logger.error(
            "request failed",
            metadata: [
                "code": "\(failure.code)", "message": "\(failure.message)",
                "underlying": "\(failure.underlying ?? "")",
            ])
    }
}
