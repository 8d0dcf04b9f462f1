package import HTTPTypes

/// Header field names for which the HTTP library has no constant.
extension HTTPField.Name {
    package static let problems = known("Formwright-Problems")
    package static let withheld = known("Formwright-Withheld")
    static let forwarded = known("Forwarded")
    static let host = known("Host")
    static let lastEventID = known("Last-Event-ID")
    static let realIP = known("X-Real-IP")
    static let referrerPolicy = known("Referrer-Policy")
    static let secFetchDest = known("Sec-Fetch-Dest")
    static let secFetchMode = known("Sec-Fetch-Mode")
    static let secFetchSite = known("Sec-Fetch-Site")
    static let via = known("Via")
    static let xForwardedFor = known("X-Forwarded-For")
    static let xForwardedHost = known("X-Forwarded-Host")
    static let xForwardedProto = known("X-Forwarded-Proto")
    static let xForwardedServer = known("X-Forwarded-Server")

    /// Creates a name from a literal.
    package static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not the name of a field") }
        return name
    }
}
