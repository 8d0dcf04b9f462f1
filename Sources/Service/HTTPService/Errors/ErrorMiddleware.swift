package import FailureModel
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Pipeline

/// Turns whatever a handler throws into the service's one shape of error, or into a page for a person in a browser.
package struct ErrorMiddleware: RouterMiddleware {
    private let table: ErrorTable
    private let pages: PageRenderer

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - table: has the HTTP status of every code.
    ///   - pages: makes the page of an error.
    package init(table: ErrorTable, pages: PageRenderer) {
        self.table = table
        self.pages = pages
    }

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as APIError {
            return answer(error, request, context)
        } catch let error as CancellationError {
            // The client is gone, or the service stops.
            throw error
        } catch is HTTPParserError {
            // The parser has given up, so nothing can follow on this connection.
            var response = answer(
                APIError(Failure(.malformedRequest, "The body is not well-formed, or ends before its end.")), request,
                context)
            response.headers[.connection] = "close"
            return response
        } catch let error as IOError {
            // The client is gone.
            throw error
        } catch let error as ChannelError {
            throw error
        } catch let error as HTTPError {
            return answer(APIError(Self.failure(error)), request, context)
        } catch {
            return answer(APIError(Failure(error)), request, context)
        }
    }

    private func answer(_ error: APIError, _ request: Request, _ context: ServiceContext) -> Response {
        if table.httpStatus(of: error.failure.code) >= 500 {
            context.logger.error(
                "request failed",
                metadata: [
                    "code": "\(error.failure.code)", "message": "\(error.failure.message)",
                    "underlying": "\(error.failure.underlying ?? "")",
                ])
        }
        let isPage = !request.uri.path.hasPrefix("/api/") && request.headers[.accept]?.contains("text/html") == true
        var response = isPage ? error.page(table, pages) : error.response(table, hasDetail: request.isOfApp)
        // An answer to HEAD has no body; its bytes would be taken for the next answer.
        if request.method == .head { response.body = ResponseBody() }
        return response
    }

    /// The library's own errors: no route, a body that is too large or not as declared.
    private static func failure(_ error: HTTPError) -> Failure {
        switch error.status {
        case .notFound: Failure(.notFound, "There is nothing at this address.")
        case .methodNotAllowed: Failure(.methodNotAllowed, "This address does not allow that method.")
        case .contentTooLarge: Failure(.inputTooLarge, "The request is larger than the limit.")
        case .unsupportedMediaType: Failure(.unsupportedType, "The request is not of a media type that is read here.")
        default: Failure(.malformedRequest, "The request is not well-formed.")
        }
    }
}
