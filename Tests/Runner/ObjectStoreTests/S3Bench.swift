import Curl
import Foundation
import ObjectStore
import Pipeline
import PipelineTestSupport
import Synchronization

/// An artefact store on a server of this process, with a clock and pauses that cost no time.
struct S3Bench {
    let server: FakeS3
    let folder: TemporaryFolder
    let clock: ManualClock
    let pauses = Pauses()

    init(_ server: FakeS3? = nil, in folder: TemporaryFolder? = nil) throws {
        self.server = try server ?? FakeS3()
        self.folder = try folder ?? TemporaryFolder()
        clock = ManualClock()
    }

    static let credentials = S3Credentials(
        accessKey: FakeS3.credentials.key, secretKey: FakeS3.credentials.secret,
        sessionToken: FakeS3.credentials.token)

    func settings(_ url: String = "s3://bucket/forms", cacheLimit: ByteCount = .mebibytes(256)) throws
        -> ObjectStoreSettings
    {
        try ObjectStoreSettings(url: url, endpoint: server.endpoint, cacheLimit: cacheLimit)
    }

    /// A policy whose pauses advance its own time.
    func policy(patience: Duration = .seconds(30), leastTries: Int = 3, stall: Duration = .seconds(3600)) -> RetryPolicy
    {
        RetryPolicy(
            limits: CurlLimits(connect: .seconds(1800), stall: stall), copyStall: stall, patience: patience,
            leastTries: leastTries, now: { [pauses] in pauses.total }, pause: { [pauses] in pauses.add($0) },
            random: { 0.5 })
    }

    func client(
        _ url: String = "s3://bucket/forms", _ source: CredentialSource? = nil, features: S3Features = S3Features(),
        policy: RetryPolicy? = nil, cancellation: CurlCancellation? = nil
    ) throws -> S3Client {
        S3Client(
            try settings(url), credentials: source ?? CredentialSource(Self.credentials), features: features,
            policy: policy ?? self.policy(), cancellation: cancellation)
    }

    /// A store whose cache is its own, as on another machine.
    func store(
        cache: String = "cache", cacheLimit: ByteCount = .mebibytes(256), policy: RetryPolicy? = nil
    ) throws -> S3ArtefactStore {
        try S3ArtefactStore(
            settings(cacheLimit: cacheLimit), credentials: CredentialSource(Self.credentials),
            cache: folder.path + "/" + cache, clock: clock, policy: policy ?? self.policy())
    }

    /// Lets time pass for the catalogue and for the server.
    func advance(seconds: Int64) {
        clock.advance(by: .seconds(seconds))
        server.advance(seconds: seconds)
    }

    /// The key of an artefact.
    func key(_ content: ContentID) -> String { "forms/\(content.hex.prefix(2))/\(content.hex)" }

    func discardedKey(_ content: ContentID) -> String { "forms/discarded/\(content.hex.prefix(2))/\(content.hex)" }
}

/// The pauses between tries, which cost no time.
final class Pauses: Sendable {
    private let pauses = Mutex<[Duration]>([])

    func add(_ pause: Duration) { pauses.withLock { $0.append(pause) } }

    var count: Int { pauses.withLock { $0.count } }

    var total: Duration { pauses.withLock { $0.reduce(.zero, +) } }
}

/// Different bytes of a length for each number.
func sample(_ number: Int, byteCount: Int = 1000) -> Data {
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    var bytes = Data(capacity: byteCount + 8)
    while bytes.count < byteCount {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        withUnsafeBytes(of: state) { bytes.append(contentsOf: $0) }
    }
    return bytes.prefix(byteCount)
}
