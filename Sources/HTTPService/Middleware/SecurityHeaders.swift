import HTTPTypes
package import Hummingbird

/// Sets the headers that keep a browser from doing more with an answer than it should.
package struct SecurityHeaders: RouterMiddleware {
    private let fields: [(String, String)]

    /// Creates the middleware.
    ///
    /// - Parameter publicURL: the address behind a proxy; browsers that have reached it over TLS use nothing else for a year.
    package init(publicURL: PublicURL?) {
        let isSecure = publicURL?.isSecure == true
        fields = Self.fields + (isSecure ? [("Strict-Transport-Security", "max-age=31536000")] : [])
    }

    private static let fields: [(String, String)] = [
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
    ]

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in fields {
            if let name = HTTPField.Name(name), response.headers[name] == nil { response.headers[name] = value }
        }
        return response
    }
}
