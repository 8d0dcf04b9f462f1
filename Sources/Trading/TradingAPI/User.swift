/// A user of the API.
package struct User: Sendable, Hashable, Codable {
    /// A stable number.
    package var id: Int
    /// The login name.
    package var username: String
    /// The e-mail address; empty if unknown.
    package var email: String
    /// The first name; empty if unknown.
    package var firstName: String
    /// The last name; empty if unknown.
    package var lastName: String

    /// Creates a user.
    package init(id: Int, username: String, email: String = "", firstName: String = "", lastName: String = "") {
        self.id = id
        self.username = username
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
    }

    private enum CodingKeys: String, CodingKey {
        case id, username, email
        case firstName = "first_name"
        case lastName = "last_name"
    }
}

/// The response to a login.
package struct LoginResponse: Sendable, Hashable, Codable {
    /// The access token.
    package var access: String
    /// The refresh token.
    package var refresh: String
    /// The logged-in user.
    package var user: User

    /// Creates a response.
    package init(access: String, refresh: String, user: User) {
        self.access = access
        self.refresh = refresh
        self.user = user
    }
}
