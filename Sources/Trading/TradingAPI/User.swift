/// Who uses the API.
package struct User: Sendable, Hashable, Codable {
    /// A number that stays the same.
    package var id: Int
    /// The name with which the user logs in.
    package var username: String
    /// The address; empty if none is known.
    package var email: String
    /// The first name; empty if none is known.
    package var firstName: String
    /// The last name; empty if none is known.
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

/// The answer to a login.
package struct LoginResponse: Sendable, Hashable, Codable {
    /// The access token.
    package var access: String
    /// The refresh token.
    package var refresh: String
    /// Who logged in.
    package var user: User

    /// Creates an answer.
    package init(access: String, refresh: String, user: User) {
        self.access = access
        self.refresh = refresh
        self.user = user
    }
}
