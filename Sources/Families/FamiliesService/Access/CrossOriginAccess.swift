package import HTTPService
import HTTPTypes
package import Hummingbird

/// Allows pages of other origins to use the project's APIs (CORS, in the Fetch standard).
///
/// It answers preflight requests, and declares which pages may read a response. Pages read data only with a token of
/// their own, never with a browser's cookie. This middleware encloses all others, so that a page can also read why a
/// request was refused.
package struct CrossOriginAccess: RouterMiddleware {
    private let origins: Set<String>
    private let paths: [String]

    private static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
    /// The request headers of supabase-js and other clients.
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
    ///   - origins: The origins of pages that may use the APIs.
    ///   - paths: The path prefixes of the APIs.
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
        // A cache must not serve the answer for one origin to a page of another.
        let vary = response.headers[.vary]
        response.headers[.vary] = vary.map { "\($0), Origin" } ?? "Origin"
        if let origin { response.headers[.accessControlAllowOrigin] = origin }
        // Pages show pictures without requesting them as data.
        if !origins.isEmpty { response.headers[.crossOriginResourcePolicy] = "cross-origin" }
    }
}
