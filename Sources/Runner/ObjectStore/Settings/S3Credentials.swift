import FailureModel
package import Foundation

/// The keys of an account of an object store.
///
/// Its descriptions are redacted, so that no log or error can contain a key.
package struct S3Credentials: Sendable, Hashable {
    /// The access key, which names the account.
    package let accessKey: String
    /// The secret key.
    package let secretKey: String
    /// The token of a session; `nil` for keys that do not expire.
    package let sessionToken: String?

    /// Creates credentials.
    package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }

    /// The variables of the environment with the parts of credentials.
    package static let variables = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]

    /// Reads credentials from an environment; `nil` without a key and a secret.
    package init?(environment: [String: String]) {
        self.init(fields: Dictionary(environment.map { ($0.key.lowercased(), $0.value) }) { $1 })
    }

    /// Reads a profile from a file of AWS's tools.
    ///
    /// The result is `nil` if the profile is missing or incomplete.
    package init?(ini text: String, profile: String) {
        var fields: [String: String] = [:]
        var isInProfile = false
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                let name = line.dropFirst().dropLast().trimmingCharacters(in: .whitespaces)
                isInProfile = name == profile || name == "profile \(profile)"
            } else if isInProfile, let sign = line.firstIndex(of: "=") {
                let key = line[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
                fields[key] = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
            }
        }
        self.init(fields: fields)
    }

    private init?(fields: [String: String]) {
        guard let key = fields["aws_access_key_id"], let secret = fields["aws_secret_access_key"], !key.isEmpty,
            !secret.isEmpty
        else { return nil }
        let token = fields["aws_session_token"].flatMap { $0.isEmpty ? nil : $0 }
        let isSendable = [key, secret, token ?? "-"].allSatisfy { part in
            part.utf8.count <= 8192 && part.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
        guard isSendable else { return nil }
        self.init(accessKey: key, secretKey: secret, sessionToken: token)
    }

    // MARK: For a process that is given them through a descriptor

    private struct Sealed: Codable {
        let accessKey: String
        let secretKey: String
        let sessionToken: String?
    }

    /// The credentials as bytes for another process, which must not be stored or logged.
    package var sealed: Data? {
        try? JSONEncoder().encode(Sealed(accessKey: accessKey, secretKey: secretKey, sessionToken: sessionToken))
    }

    /// Creates credentials from ``sealed`` bytes; `nil` for others.
    package init?(sealed: Data) {
        guard let parts = try? JSONDecoder().decode(Sealed.self, from: sealed) else { return nil }
        self.init(accessKey: parts.accessKey, secretKey: parts.secretKey, sessionToken: parts.sessionToken)
    }
}

extension S3Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A text without the keys.
    package var description: String { "S3Credentials(redacted)" }
    /// A text without the keys.
    package var debugDescription: String { description }
    /// A mirror without the keys, which `dump` would print.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
