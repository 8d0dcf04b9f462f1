package import HTTPService
package import Pipeline

/// A login of a user that has not ended.
package struct UserSession: Hashable, Sendable {
    /// The kind of client that logged in.
    package enum Kind: String, Sendable, CaseIterable {
        /// A browser, on the service's own pages.
        case browser
        /// An app without a project.
        case app
        /// An app of a project, such as that of a family.
        case family
    }

    /// The kind and number of a session, which are no secret.
    package struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The kind of client.
        package let kind: Kind
        /// The number, unique among sessions of the kind.
        package let number: Int64

        /// Creates an ID.
        package init(_ kind: Kind, _ number: Int64) {
            self.kind = kind
            self.number = number
        }

        /// Parses an ID such as `browser-12`; nil if malformed.
        package init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let number = Int64(parts[1]),
                "\(number)" == parts[1]
            else { return nil }
            self.init(kind, number)
        }

        /// The kind and the number.
        package var description: String { "\(kind.rawValue)-\(number)" }
    }

    /// The ID for ending the session.
    package let id: ID
    /// When the user logged in.
    package let createdAt: Timestamp
    /// When the session was last used.
    ///
    /// It is exact to a minute for browsers; for apps it is the last exchange of tokens.
    package let usedAt: Timestamp
    /// The program and address of the login.
    package let client: LoginClient
}
