import Files
package import Foundation

/// The place of a receiver's secret, which is read for each request.
///
/// It is never in the settings file itself, and a new one counts without a restart.
package enum WebhookSecret: Sendable, Hashable {
    /// A file with the secret as its only line.
    case file(String)
    /// A variable of the environment.
    case variable(String)

    /// The permitted lengths of a secret in bytes.
    package static let lengths = 16...1024

    /// Reads the secret; `nil` if it is missing, too short or too long.
    package func read(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Data? {
        var bytes: Data?
        switch self {
        case .file(let path): bytes = try? LocalFileSystem().read(path, limit: Self.lengths.upperBound + 2)
        case .variable(let name): bytes = environment[name].map { Data($0.utf8) }
        }
        guard var secret = bytes else { return nil }
        while let last = secret.last, last == 0x0A || last == 0x0D { secret.removeLast() }
        return Self.lengths.contains(secret.count) ? secret : nil
    }
}
