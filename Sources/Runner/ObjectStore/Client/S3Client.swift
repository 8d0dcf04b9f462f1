package import Curl
import FailureModel
import Files
import Foundation
package import Pipeline
import Synchronization

/// The metadata of an object.
package struct S3Object: Sendable, Hashable {
    /// The size in bytes.
    package let byteCount: Int64
    /// The time since it was last put, by the clock of the server.
    package let age: Duration?
    /// The range of offsets in a partial answer; `nil` for any other.
    package let range: Range<Int64>?
    /// Whether the range that was asked for begins behind the last byte.
    package let endsBefore: Bool
}

/// A client of one bucket, which signs, repeats and times out its requests.
///
/// Every method blocks: call it on a thread that may block. Every method throws ``ObjectStoreError``, or the error of a
/// sink.
package final class S3Client: Sendable {
    let policy: RetryPolicy
    let address: S3Address
    private let settings: ObjectStoreSettings
    private let source: CredentialSource
    private let pool: CurlPool
    private let cancellation: CurlCancellation?
    private let probed = Mutex(S3Features())

    /// Creates a client without a connection.
    ///
    /// - Parameters:
    ///   - settings: the bucket and its server; the prefix of keys is the caller's.
    ///   - source: the credentials.
    ///   - features: what the server is known to support.
    ///   - policy: the limits and retries.
    ///   - cancellation: ends all requests of this client.
    package init(
        _ settings: ObjectStoreSettings, credentials source: CredentialSource, features: S3Features = S3Features(),
        policy: RetryPolicy = RetryPolicy(), cancellation: CurlCancellation? = nil
    ) {
        self.settings = settings
        self.source = source
        self.policy = policy
        self.cancellation = cancellation
        address = S3Address(settings)
        pool = CurlPool(caFile: settings.caFile)
        probed.withLock { $0 = features }
    }

    /// What the server is known to support.
    package internal(set) var features: S3Features {
        get { probed.withLock { $0 } }
        set { probed.withLock { $0 = newValue } }
    }

    /// The credentials in use.
    package var credentials: S3Credentials { source.current }

    // MARK: Objects

    /// Stores an object of at most 5 GB with a known hash in one request.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - body: the bytes.
    ///   - hash: the hash of the bytes.
    ///   - onlyNew: whether an existing object is kept, where the server supports this.
    /// - Returns: whether the object was stored.
    /// - Throws: ``ObjectStoreError``.
    @discardableResult
    package func put(
        _ key: String, _ body: CurlBody, hash: ContentID, onlyNew: Bool = false
    ) throws -> Bool {
        var headers = [Self.hashHeader(hash), "Content-Type: application/octet-stream"]
        if features.hasChecksums { headers.append(Self.checksumHeader(hash)) }
        if onlyNew, features.hasConditionalPuts { headers.append("If-None-Match: *") }
        let response = try perform(.put, address.url(key), headers, body: body, accepting: [412])
        // Whoever stores an object tags it. Something on the way that answers 200 for itself does not.
        if response.head.isSuccess, response.head.headers["etag"] == nil, try head(key)?.byteCount != body.count {
            throw ObjectStoreError.malformedAnswer
        }
        return response.head.isSuccess
    }

    /// Reads an object, or a range of it.
    ///
    /// `makeSink` returns a sink for each try.
    ///
    /// - Returns: the metadata; `nil` if there is no such object.
    @discardableResult
    package func get(
        _ key: String, range: Range<Int64>? = nil, policy: RetryPolicy? = nil, into makeSink: () -> any CurlSink
    ) throws -> S3Object? {
        let response = try perform(
            .get, address.url(key), [Self.emptyHash], range: range, accepting: [404, 416], policy: policy,
            sink: { makeSink() })
        if response.head.status == 404 { return try missing(response) }
        return object(response.head)
    }

    /// Returns the metadata of an object, or `nil`.
    ///
    /// A missing bucket cannot be told from a missing object here.
    package func head(_ key: String) throws -> S3Object? {
        let response = try perform(.head, address.url(key), [Self.emptyHash], accepting: [404])
        return response.head.isSuccess ? object(response.head) : nil
    }

    /// Throws ``ObjectStoreError/bucketMissing`` if the bucket does not exist.
    ///
    /// Some servers answer a put into a missing bucket as if they had an error of their own.
    package func checkBucket() throws {
        // Keys that may only read and write objects are refused here, which says nothing about the bucket.
        let response = try perform(.head, address.url(), [Self.emptyHash], accepting: [403, 404])
        if response.head.status == 404 { throw ObjectStoreError.bucketMissing }
    }

    /// Deletes an object; a missing one is not an error.
    package func delete(_ key: String) throws {
        let response = try perform(.delete, address.url(key), [Self.emptyHash], accepting: [404])
        if response.head.status == 404 { _ = try missing(response) }
    }

    /// Copies an object on the server; returns whether there was one.
    package func copy(_ key: String, to target: String) throws -> Bool {
        let origin = "/" + S3Address.encoded(settings.bucket + "/" + key, sparing: "/")
        let answer = try Answer.of { makeSink in
            try perform(
                .put, address.url(target), [Self.emptyHash, "x-amz-copy-source: " + origin], accepting: [404],
                isSlow: true, sink: makeSink)
        }
        if answer.response.head.status == 404 { return try missing(answer.response) != nil }
        guard answer.element?.name == "CopyObjectResult" else { throw ObjectStoreError.malformedAnswer }
        return true
    }

    // MARK: Requests

    static let emptyHash = hashHeader(ContentID(of: Data()))

    static func hashHeader(_ hash: ContentID) -> String { "x-amz-content-sha256: " + hash.hex }

    static func checksumHeader(_ hash: ContentID) -> String {
        "x-amz-checksum-sha256: " + Data(Hexadecimal.bytes(hash.hex) ?? []).base64EncodedString()
    }

    /// Sends a signed request until it has an answer that is not worth another try.
    ///
    /// Error statuses in `accepting` are returned. If `isSlow`, the server may be silent for long before it answers.
    func perform(
        _ method: CurlRequest.Method, _ url: String, _ headers: [String], body: CurlBody? = nil,
        range: Range<Int64>? = nil, accepting: Set<Int> = [], isSlow: Bool = false, policy: RetryPolicy? = nil,
        sink makeSink: () -> (any CurlSink)? = { nil }
    ) throws -> CurlResponse {
        let policy = policy ?? self.policy
        var limits = policy.limits
        if isSlow { limits.stall = policy.copyStall }
        let start = policy.now()
        var tries = 0
        var hasRenewed = false
        while true {
            tries += 1
            let used = source.current
            var failure: ObjectStoreError
            var asked: Duration?
            do {
                let response = try pool.perform(
                    signed(method, url, headers, body, range, by: used), to: makeSink(), limits: limits,
                    cancellation: cancellation)
                if response.head.isSuccess || accepting.contains(response.head.status) { return response }
                failure = S3Refusal.error(of: response)
                if case .credentialsRefused = failure, !hasRenewed, source.renew(after: used) {
                    hasRenewed = true
                    continue
                }
                guard S3Refusal.isWorthRetrying(response) else { throw failure }
                asked = response.head.headers["retry-after"].flatMap { Int($0) }.map { .seconds($0) }
            } catch let error as CurlError {
                failure = ObjectStoreError(error)
                guard error.isWorthRetrying else { throw failure }
            }
            let delay = policy.delay(afterTry: tries, asked: asked)
            guard tries < policy.leastTries || policy.now() - start + delay <= policy.patience else { throw failure }
            policy.pause(delay)
        }
    }

    private func signed(
        _ method: CurlRequest.Method, _ url: String, _ headers: [String], _ body: CurlBody?, _ range: Range<Int64>?,
        by credentials: S3Credentials
    ) -> CurlRequest {
        let token = credentials.sessionToken.map { ["x-amz-security-token: " + $0] } ?? []
        return CurlRequest(
            method, url, headers: headers + token, body: body, range: range,
            signature: CurlSignature(
                key: credentials.accessKey, secret: credentials.secretKey, region: settings.region, service: "s3"))
    }

    /// Returns `nil` for a missing object, and throws for a missing bucket.
    func missing(_ response: CurlResponse) throws -> S3Object? {
        if S3Answer.errorCode(in: response.refusal) == "NoSuchBucket" { throw ObjectStoreError.bucketMissing }
        return nil
    }

    /// Returns the range of `bytes 0-9/100`.
    private static func range(of head: CurlHead) -> Range<Int64>? {
        guard head.status == 206, let text = head.headers["content-range"],
            let match = text.firstMatch(of: /^bytes ([0-9]{1,18})-([0-9]{1,18})\//), let first = Int64(match.1),
            let last = Int64(match.2), first <= last
        else { return nil }
        return first..<last + 1
    }

    private func object(_ head: CurlHead) -> S3Object {
        let total = head.headers["content-range"]?.split(separator: "/").last.flatMap { Int64($0) }
        let put = head.headers["last-modified"].flatMap { S3Date.http($0) }
        let now = head.headers["date"].flatMap { S3Date.http($0) }
        let age = put.flatMap { put in now.map { $0 - put } }
        return S3Object(
            byteCount: total ?? head.contentLength ?? 0, age: age, range: Self.range(of: head),
            endsBefore: head.status == 416)
    }
}

extension CurlError {
    /// Whether the same request may succeed another time.
    fileprivate var isWorthRetrying: Bool {
        switch kind {
        case .connection, .timeout, .interrupted, .name: true
        case .library, .url, .address, .tls, .body, .cancelled: false
        }
    }
}
