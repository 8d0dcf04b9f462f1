package import HTTPService
import HTTPTypes
package import Hummingbird

/// Lets pages of other origins use the project's APIs: answers what browsers ask beforehand, and says which pages may read an
/// answer (CORS, in the Fetch standard).
///
/// Whatever a page may read it asks for with a token of its own, never with a browser's cookie. It encloses all other middleware,
/// so that a page can also read why a request was refused.
package struct CrossOriginAccess: RouterMiddleware {
    private let origins: Set<String>
    private let paths: [String]

    private static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
    /// What supabase-js and the other clients send.
    private static let requestHeaders = """
        accept, accept-profile, apikey, authorization, cache-control, content-profile, content-type, if-none-match, prefer, \
        range, range-unit, x-client-info, x-metadata, x-region, x-retry-count, x-supabase-api-version, x-upsert
        """
    private static let answerHeaders = """
        content-encoding, content-length, content-location, content-profile, content-range, etag, location, \
        preference-applied, proxy-status, range-unit, retry-after, x-supabase-api-version
        """

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - origins: those whose pages may use the APIs.
    ///   - paths: what the APIs' paths begin with.
    package init(origins: [String], paths: [String]) {
        self.origins = Set(origins)
        self.paths = paths
    }

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard paths.contains(where: { path.hasPrefix($0) }) else { return try await next(request, context) }
        let origin = request.headers[.origin]
        let isAllowed = origin.map { origins.contains($0) } ?? false
        guard request.method == .options, request.headers[.accessControlRequestMethod] != nil else {
            var response = try await next(request, context)
            allow(isAllowed ? origin : nil, &response)
            if isAllowed { response.headers[.accessControlExposeHeaders] = Self.answerHeaders }
            return response
        }
        var response = Response(status: .noContent)
        allow(isAllowed ? origin : nil, &response)
        if isAllowed {
            response.headers[.accessControlAllowMethods] = Self.methods
            response.headers[.accessControlAllowHeaders] = Self.requestHeaders
            response.headers[.accessControlMaxAge] = "3600"
        }
        return response
    }

    private func allow(_ origin: String?, _ response: inout Response) {
        // A cache must not give the answer for one origin to the page of another.
        let vary = response.headers[.vary]
        response.headers[.vary] = vary.map { "\($0), Origin" } ?? "Origin"
        if let origin { response.headers[.accessControlAllowOrigin] = origin }
        // Pictures are shown by pages without asking for them as data.
        if !origins.isEmpty { response.headers[.crossOriginResourcePolicy] = "cross-origin" }
    }
}
