/// The reason why a request got no whole response.
package struct CurlError: Error, Sendable, Hashable {
    /// The kinds of failures that callers treat differently.
    package enum Kind: Sendable, Hashable {
        /// libcurl is not installed, or refuses an option.
        case library
        /// The URL cannot be used.
        case url
        /// The server's name has no address.
        case name
        /// The server's addresses are not among those that may be connected to.
        case address
        /// The server cannot be reached.
        case connection
        /// The server's certificate is not trusted, or TLS failed otherwise.
        case tls
        /// A limit of time was reached.
        case timeout
        /// The connection was lost, or the response ended early.
        case interrupted
        /// The body of the request could not be read.
        case body
        /// The caller cancelled the request.
        case cancelled
    }

    /// The kind of the failure.
    package let kind: Kind
    /// libcurl's own words, without names or addresses.
    package let reason: String

    /// Creates an error.
    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
