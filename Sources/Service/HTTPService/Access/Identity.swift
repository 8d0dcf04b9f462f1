package import Pipeline

/// In whose name a request is made, and what it may do.
package struct Identity: Sendable, Hashable {
    /// What a request may do with its owner's documents.
    package enum Role: String, Sendable, Codable, CaseIterable {
        /// `GET` and `HEAD` only.
        case read
        /// Everything.
        case write
    }

    /// What the request proved its identity with.
    package enum Credential: Sendable, Hashable {
        /// Nothing: the request has no valid credential.
        case none
        /// Nothing but its origin on this machine, by a service that requires no login.
        case local
        /// The cookie of a login, by the session's number.
        case session(Int64)
        /// An API token, by its number.
        case token(Int64)
        /// An access token of an app's login, by the login's number.
        case appLogin(Int64)
    }

    /// The owner whose documents the request may see.
    package let owner: OwnerID
    /// What the request may do.
    package let role: Role
    /// What proves it.
    package let credential: Credential

    /// Creates an identity.
    package init(owner: OwnerID, role: Role, credential: Credential) {
        self.owner = owner
        self.role = role
        self.credential = credential
    }

    /// A program or person on this machine, without a login.
    package static let local = Identity(owner: .local, role: .write, credential: .local)

    /// A request without a valid credential.
    ///
    /// Its owner cannot have documents: neither a user's name nor an argument of a command contains a zero byte. A route that
    /// forgets to require a login therefore shows nothing.
    package static let nobody = Identity(owner: OwnerID("\0"), role: .read, credential: .none)
}
