import Foundation
import ObjectStore
import Pipeline
import PipelineTestSupport

/// The artefact stores on which the suite of behaviours runs.
enum ArtefactStoreKind: String, CaseIterable, Sendable {
    /// A folder.
    case folder
    /// An object store on a server of this process.
    case objectStore
    /// An object store on the server that `tools/object-store-tests` has started.
    case server

    /// All of them, with the real server only if there is one.
    static var available: [ArtefactStoreKind] {
        allCases.filter { $0 != .server || TestedArtefacts.serverURL != nil }
    }
}

/// An artefact store under test, and its time.
struct TestedArtefacts {
    let store: any ArtefactStore
    let bench: S3Bench

    /// The URL of the real server, whose credentials are in the environment as well.
    static let serverURL = ProcessInfo.processInfo.environment["FORMWRIGHT_S3_ENDPOINT"]

    init(_ kind: ArtefactStoreKind, _ server: FakeS3, in folder: TemporaryFolder) throws {
        bench = try S3Bench(server, in: folder)
        switch kind {
        case .folder:
            store = try LocalArtefactStore(
                root: bench.folder.path + "/artefacts", dependencies: Dependencies(clock: bench.clock))
        case .objectStore: store = try bench.store()
        case .server:
            let bucket = ProcessInfo.processInfo.environment["FORMWRIGHT_S3_BUCKET"] ?? "bucket"
            let settings = try ObjectStoreSettings(
                url: "s3://\(bucket)/tests/\(UUID().uuidString)", endpoint: Self.serverURL)
            store = try S3ArtefactStore(
                settings, credentials: CredentialSource(settings), cache: bench.folder.path + "/cache")
        }
    }

    /// Opens the same store as another process does.
    func opened() throws -> any ArtefactStore {
        let sent = try JSONDecoder().decode(ArtefactLocator.self, from: try JSONEncoder().encode(store.locator))
        return try ArtefactStores.open(sent, credentials: store.credentials)
    }
}
