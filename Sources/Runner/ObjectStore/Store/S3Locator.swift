import FailureModel
package import Foundation
package import Pipeline

/// The data from which another process opens the same store, without credentials.
struct S3Locator: Codable {
    let settings: ObjectStoreSettings
    let features: S3Features
    let cache: String

    static let scheme = "s3"

    /// The locator with this data as its address.
    var locator: ArtefactLocator {
        let encoder = JSONEncoder()
        // The same store has the same locator, by which a process recognises it.
        encoder.outputFormatting = .sortedKeys
        let address = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
        return ArtefactLocator(scheme: Self.scheme, address: address ?? "")
    }

    init(settings: ObjectStoreSettings, features: S3Features, cache: String) {
        self.settings = settings
        self.features = features
        self.cache = cache
    }

    /// Reads a locator; `nil` for one of another kind of store.
    init?(_ locator: ArtefactLocator) {
        guard locator.scheme == Self.scheme,
            let data = try? JSONDecoder().decode(S3Locator.self, from: Data(locator.address.utf8))
        else { return nil }
        self = data
    }
}

/// The artefact stores that a locator can name.
package enum ArtefactStores {
    /// Opens the store of a locator in a stage's process.
    ///
    /// - Parameters:
    ///   - locator: the place of a folder or of an object store.
    ///   - credentials: what the locator's ``ArtefactStore/credentials`` are.
    /// - Returns: the open store.
    /// - Throws: ``UnknownArtefactStore``, ``FileSystemError``, `object_store_credentials`.
    package static func open(_ locator: ArtefactLocator, credentials: Data?) throws -> any ArtefactStore {
        guard let place = S3Locator(locator) else { return try LocalArtefactStore(locator) }
        guard let keys = credentials.flatMap({ S3Credentials(sealed: $0) }) else {
            throw Failure(.objectStoreCredentials, "The process was given no credentials of the object store.")
        }
        let client = S3Client(
            place.settings, credentials: CredentialSource(keys), features: place.features, policy: .inStage)
        return S3ArtefactStore(
            place.settings, client, try ArtefactCache(root: place.cache, limit: place.settings.cacheLimit),
            clock: SystemClock())
    }
}
