import Foundation

/// What somebody types to say who they are: a user's name, or e-mail address.
struct Login: Sendable {
    /// What failures are counted by.
    let text: String
    /// The name; nil if it cannot be one.
    let name: String?
    /// The address; nil if it cannot be one.
    let email: String?

    /// Reads what was typed.
    init(_ typed: String) {
        // Phones begin words with a capital.
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        // A database may end a text at a NUL, where the throttle does not; neither a name nor an address has one.
        name = try? UserName(text).text
        email = try? EmailAddress(text).text
    }

    /// Reads an e-mail address alone.
    init(email typed: String) {
        let login = Login(typed)
        text = login.text
        name = nil
        email = login.email
    }
}
