package import FailureModel
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Pipeline

/// Converts any error of a handler to the service's error format, or to a page.
package struct ErrorMiddleware: RouterMiddleware {
    private let table: ErrorTable
    private let pages: PageRenderer

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - table: maps codes to HTTP statuses.
    ///   - pages: renders the page of an error.
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
            // The client has disconnected, or the service stops.
            throw error
        } catch is HTTPParserError {
            // The parser has stopped, so nothing can follow on this connection.
            var response = answer(
                APIError(Failure(.malformedRequest, "The body is not well-formed, or ends before its end.")), request,
                context)
            response.headers[.connection] = "close"
            return response
        } catch let error as IOError {
            // The client has disconnected.
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
        var response =
            isPage ? error.page(table, pages, for: context) : error.response(table, hasDetail: request.isOfApp)
        // A response to HEAD has no body; the client would take its bytes for the next response.
        if request.method == .head { response.body = ResponseBody() }
        return response
    }

    /// Converts the library's own errors.
    ///
    /// There is no route, or the body is too large or malformed.
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
