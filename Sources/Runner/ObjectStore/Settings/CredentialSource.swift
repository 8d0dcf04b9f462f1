package import FailureModel
import Files
import Foundation
import Pipeline
import Synchronization

/// The source of credentials, which reads them again when a server refuses them.
package final class CredentialSource: Sendable {
    private let read: @Sendable () throws(Failure) -> S3Credentials
    private let known: Mutex<S3Credentials>

    private init(_ read: @escaping @Sendable () throws(Failure) -> S3Credentials) throws(Failure) {
        self.read = read
        known = Mutex(try read())
    }

    /// Creates a source of fixed credentials.
    package init(_ credentials: S3Credentials) {
        read = { () throws(Failure) in credentials }
        known = Mutex(credentials)
    }

    /// Creates the source that settings name: their file, or else the environment.
    ///
    /// - Throws: `object_store_credentials` if there are none.
    package convenience init(
        _ settings: ObjectStoreSettings, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) {
        let (file, profile) = (settings.credentialsFile, settings.profile)
        try self.init { () throws(Failure) in
            guard let file else { return try Self.credentials(in: environment) }
            return try Self.credentials(of: profile, in: file)
        }
    }

    private static func credentials(in environment: [String: String]) throws(Failure) -> S3Credentials {
        if let credentials = S3Credentials(environment: environment) { return credentials }
        throw Failure(
            .objectStoreCredentials,
            "The environment has no credentials of the object store (\(S3Credentials.variables[0]), …).")
    }

    private static func credentials(of profile: String, in file: String) throws(Failure) -> S3Credentials {
        let bytes = try? LocalFileSystem().read(file, limit: longestFile)
        let text = bytes.flatMap { String(data: $0, encoding: .utf8) }
        if let credentials = text.flatMap({ S3Credentials(ini: $0, profile: profile) }) { return credentials }
        throw Failure(
            .objectStoreCredentials, "The file of credentials cannot be read, or has no profile “\(profile)”.")
    }

    private static let longestFile = 1 << 20

    /// The credentials as they were read last.
    package var current: S3Credentials { known.withLock { $0 } }

    /// Reads the credentials again after a server refused some.
    ///
    /// - Returns: whether they are other ones now, so that the request is worth another try.
    func renew(after refused: S3Credentials) -> Bool {
        guard let fresh = try? read() else { return false }
        known.withLock { $0 = fresh }
        return fresh != refused
    }
}
