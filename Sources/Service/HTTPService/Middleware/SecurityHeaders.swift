import HTTPTypes
package import Hummingbird

/// Sets the headers that restrict what a browser does with a response.
package struct SecurityHeaders: RouterMiddleware {
    private let fields: [HTTPField]

    /// Creates the middleware.
    ///
    /// - Parameter publicURL: the address behind a proxy; browsers that reached it over TLS use only TLS for a year.
    package init(publicURL: PublicURL?) {
        let isSecure = publicURL?.isSecure == true
        fields = Self.fields + (isSecure ? [HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")] : [])
    }

    private static let fields = [
        HTTPField(
            name: .contentSecurityPolicy,
            value: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
        HTTPField(name: .known("Cross-Origin-Opener-Policy"), value: "same-origin"),
        HTTPField(name: .crossOriginResourcePolicy, value: "same-origin"),
        HTTPField(name: .referrerPolicy, value: "no-referrer"),
        HTTPField(name: .xContentTypeOptions, value: "nosniff"),
        HTTPField(name: .known("X-Frame-Options"), value: "DENY"),
    ]

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // The client keeps the headers of the unchanged response.
        if response.status == .notModified { return response }
        for field in fields where !response.headers.contains(field.name) { response.headers.append(field) }
        return response
    }
}
