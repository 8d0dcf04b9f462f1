package import FailureModel
package import Pipeline

/// The owner that a request acts for, and its permissions.
package struct Identity: Sendable, Hashable {
    /// The permissions of a request for its owner's documents.
    package enum Role: String, Sendable, Codable, CaseIterable {
        /// `GET` and `HEAD` only.
        case read
        /// Everything.
        case write
    }

    /// The credential that a request presented.
    package enum Credential: Sendable, Hashable {
        /// No valid credential.
        case none
        /// No credential but origin on this machine, for a service without logins.
        case local
        /// Session cookie, by the session's number.
        case session(Int64)
        /// Name from the proxy that logs people in, by the user's number.
        case signOn(Int64)
        /// API token, by its number.
        case token(Int64)
        /// Access token of an app, by the login's number.
        case appLogin(Int64)
    }

    /// The owner of what the request adds.
    package let owner: OwnerID
    /// The permissions, which never exceed those of the user's role.
    package let role: Role
    /// The role of the user; nil without a user.
    package let userRole: UserRole?
    /// The credential.
    package let credential: Credential
    /// The owners of the documents of the user's groups, sorted.
    package let groups: [OwnerID]

    /// Creates an identity.
    ///
    /// - Parameters:
    ///   - owner: the owner that the request acts for.
    ///   - role: the permissions that the credential grants; those of a reader are reading at most.
    ///   - credential: the credential.
    ///   - userRole: the role of the user; nil without a user.
    ///   - groups: the owners of the documents of the user's groups.
    package init(
        owner: OwnerID, role: Role, credential: Credential, userRole: UserRole? = nil, groups: [OwnerID] = []
    ) {
        self.owner = owner
        self.role = userRole == .reader ? .read : role
        self.credential = credential
        self.userRole = userRole
        self.groups = groups
    }

    /// The documents that the request may see: the user's and those of the user's groups.
    package var scope: OwnerScope { .owners(Set(groups + [owner])) }

    /// Returns the owner of the documents of one of the user's groups.
    ///
    /// - Throws: `group_unknown`, also for a group that the user is not in.
    package func group(named name: String) throws(Failure) -> OwnerID {
        guard groups.contains(.group(name)) else { throw Failure(.groupUnknown, "You are in no such group.") }
        return .group(name)
    }

    /// Whether the request has an administrator's rights over cases and forms.
    ///
    /// Everybody has where no login is needed.
    package var hasAdministratorRights: Bool { userRole == nil || isAdministrator }

    /// Whether the request may see what only administrators may see.
    package var isAdministrator: Bool { userRole == .administrator }

    /// Checks that the request may manage users.
    ///
    /// - Throws: `forbidden`.
    package func checkAdministrator() throws(Failure) {
        guard isAdministrator else { throw Failure(.forbidden, "Only an administrator may do this.") }
    }

    /// Checks that the request is by an administrator who has logged in with a browser.
    ///
    /// A program's token must not be enough to make somebody an administrator.
    ///
    /// - Throws: `forbidden`.
    package func checkMayManageUsers() throws(Failure) {
        try checkAdministrator()
        switch credential {
        case .session, .signOn: return
        case .none, .local, .token, .appLogin:
            throw Failure(
                .forbidden,
                "Users are managed by an administrator who has logged in with a browser, or by a command; a token may only list them."
            )
        }
    }

    /// The refusal of a change by a reader.
    package static let readerRefusal = Failure(.forbidden, "A reader may see and download, but change nothing.")

    /// A program or person on this machine, without a login.
    package static let local = Identity(owner: .local, role: .write, credential: .local)

    /// A request without a valid credential.
    ///
    /// Its owner cannot have documents: neither a user's name nor a command's argument contains a zero byte. A route
    /// that fails to require a login therefore shows nothing.
    package static let nobody = Identity(owner: OwnerID("\0"), role: .read, credential: .none)
}
