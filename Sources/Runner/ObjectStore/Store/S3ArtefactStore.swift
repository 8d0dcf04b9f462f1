package import Curl
import FailureModel
import Files
package import Foundation
package import Pipeline
import Synchronization
import Threads

/// An artefact store in a bucket of an object store, with a local cache.
///
/// Keys are `prefix/ab/abcdef…`, by the SHA-256 of the bytes. Bytes are put whether or not they exist, which replaces
/// damaged ones and makes them young. Removed bytes are first copied to `prefix/discarded/`, from where a reader that
/// misses them brings them back: see ``remove(_:)``.
package final class S3ArtefactStore: ArtefactStore {
    let client: S3Client
    let keys: S3Keys
    /// The local cache.
    package let cache: ArtefactCache
    let clock: any PipelineClock
    private let settings: ObjectStoreSettings
    private let presence: Mutex<Timestamp?>
    private let recentRanges = Mutex(RecentRanges())

    /// The longest bytes that are read at once.
    static let byteLimit: Int64 = 4 << 30
    /// The longest bytes that are fetched as a whole when ranges of them are read.
    private static let wholeLimit: Int64 = 64 << 20

    /// Opens a store, and finds out what its server supports.
    ///
    /// - Parameters:
    ///   - settings: the bucket and its server.
    ///   - source: the credentials.
    ///   - cache: the folder of the local cache.
    ///   - clock: the clock of the catalogue's times.
    ///   - policy: the limits and retries.
    ///   - cancellation: ends all requests of this store.
    /// - Throws: ``ObjectStoreError``, ``FileSystemError``.
    package convenience init(
        _ settings: ObjectStoreSettings, credentials source: CredentialSource, cache: String,
        clock: any PipelineClock = SystemClock(), policy: RetryPolicy = RetryPolicy(),
        cancellation: CurlCancellation? = nil
    ) throws {
        let client = S3Client(settings, credentials: source, policy: policy, cancellation: cancellation)
        let keys = S3Keys(prefix: settings.prefix)
        try client.checkBucket()
        try client.probe(keys.probe(UUID()))
        // With conditional puts, the first of several nodes wins; otherwise all write the same.
        let marker = Data(Self.unclaimed.utf8)
        if try client.head(keys.marker) == nil {
            try client.put(keys.marker, .bytes(marker), hash: ContentID(of: marker), onlyNew: true)
        }
        self.init(
            settings, client, try ArtefactCache(root: cache, limit: settings.cacheLimit), clock: clock)
    }

    init(_ settings: ObjectStoreSettings, _ client: S3Client, _ cache: ArtefactCache, clock: any PipelineClock) {
        self.settings = settings
        self.client = client
        self.cache = cache
        self.clock = clock
        keys = S3Keys(prefix: settings.prefix)
        presence = Mutex(nil)
    }

    // MARK: For other processes

    /// The scheme `s3` with the settings, without credentials.
    package var locator: ArtefactLocator {
        S3Locator(settings: settings, features: client.features, cache: cache.root).locator
    }

    /// The credentials that another process needs beside the locator.
    package var credentials: Data? { client.credentials.sealed }

    // MARK: Writing

    /// Stores bytes and returns their name.
    package func put(_ bytes: Data) throws -> ContentID {
        let content = ContentID(of: bytes)
        try client.store(keys.object(content), .bytes(bytes), hash: content)
        cache.add(content, bytes)
        return content
    }

    /// Starts an upload into a file of the cache.
    ///
    /// The name of the bytes is known at the end only.
    package func upload() throws -> any ArtefactUpload {
        let temporary = try FileSystemError.naming { try cache.makeFile() }
        return UploadedPieces(temporary.file, path: temporary.path) { [client, cache, keys] content, byteCount in
            let body = CurlBody.file(descriptor: temporary.file.rawValue, offset: 0, count: byteCount)
            try client.store(keys.object(content), body, hash: content)
            cache.adopt(temporary.path, as: content, byteCount: byteCount)
        }
    }

    // MARK: Reading

    /// Returns the bytes with this name after checking their hash.
    package func read(_ content: ContentID) throws -> Data {
        if let bytes = cache.read(content) { return bytes }
        let bytes = try fetch(content)
        cache.add(content, bytes)
        return bytes
    }

    private func fetch(_ content: ContentID) throws -> Data {
        // Twice: a proxy or the network may have changed them.
        for _ in 0..<2 {
            let (_, sink) = try get(content, hashing: true)
            if sink.content() == content { return sink.take() }
        }
        throw ObjectStoreError.damaged(content)
    }

    /// Reads an object, or a range of it, into memory.
    private func get(
        _ content: ContentID, range: Range<Int64>? = nil, hashing: Bool
    ) throws -> (S3Object, MemorySink) {
        func makeSink() -> MemorySink {
            MemorySink(hashing: hashing, limit: Self.byteLimit) { [client, keys] in
                try client.head(keys.object(content))?.byteCount
            }
        }
        var sink = makeSink()
        let object = try found(content) {
            try client.get(keys.object(content), range: range) {
                sink = makeSink()
                return sink
            }
        }
        return (object, sink)
    }

    /// Returns the bytes in a range of offsets.
    ///
    /// The hash is checked if the range has all of them.
    /// Bytes of at most 64 MiB are fetched as a whole when a second range of them is read.
    package func read(_ content: ContentID, in range: Range<Int64>) throws -> Data {
        let wanted = max(0, range.lowerBound)..<max(0, range.upperBound)
        if let bytes = cache.read(content, in: wanted) { return bytes }
        guard !wanted.isEmpty else {
            guard try contains(content) else { throw ObjectStoreError.missing(content) }
            return Data()
        }
        if let byteCount = recentRanges.withLock({ $0.byteCount(of: content) }), byteCount <= Self.wholeLimit,
            wanted.count < byteCount
        {
            let bytes = try read(content)
            return bytes.subdata(
                in: min(bytes.count, Int(wanted.lowerBound))..<Int(clamping: min(Int64(bytes.count), wanted.upperBound))
            )
        }
        // Twice, like whole bytes.
        for _ in 0..<2 {
            let (object, sink) = try get(content, range: wanted, hashing: wanted.lowerBound == 0)
            if object.endsBefore, wanted.lowerBound > 0 { return Data() }
            let hash = sink.content()
            let bytes = sink.take()
            // A server that ignores ranges sends everything.
            let answered = object.range ?? 0..<Int64(bytes.count)
            let isWhole = object.range == nil || answered == 0..<object.byteCount
            let end = min(isWhole ? answered.upperBound : object.byteCount, wanted.upperBound)
            guard bytes.count == answered.count, isWhole || answered == wanted.lowerBound..<end else { continue }
            // All of the bytes can be compared with their name, unlike a server's message in their place.
            if isWhole, (hash ?? ContentID(of: bytes)) != content { continue }
            recentRanges.withLock { $0.note(content, byteCount: isWhole ? Int64(bytes.count) : object.byteCount) }
            if !isWhole { return bytes }
            let start = min(bytes.count, Int(clamping: wanted.lowerBound))
            return bytes.subdata(in: start..<max(start, Int(end)))
        }
        throw ObjectStoreError.damaged(content)
    }

    /// Returns whether the object matches its name, without looking into the cache.
    package func isIntact(_ content: ContentID) throws -> Bool {
        func makeSink() -> HashSink {
            HashSink(limit: Self.byteLimit) { [client, keys] in try client.head(keys.object(content))?.byteCount }
        }
        var sink = makeSink()
        _ = try found(content) {
            try client.get(keys.object(content)) {
                sink = makeSink()
                return sink
            }
        }
        return sink.content == content
    }

    /// Returns the size in bytes; `nil` if the store has no bytes with this name.
    package func byteCount(of content: ContentID) throws -> Int64? {
        do {
            return try found(content) { try client.head(keys.object(content)) }.byteCount
        } catch ObjectStoreError.missing {
            return nil
        }
    }

    /// Looks for an object, or else for a discarded one.
    private func found(_ content: ContentID, _ look: () throws -> S3Object?) throws -> S3Object {
        if let object = try look() { return object }
        if try restore(content), let object = try look() { return object }
        throw ObjectStoreError.missing(content)
    }

    /// Throws ``ObjectStoreError`` if the store does not answer, or refuses.
    package func checkReachable() throws {
        let marker = try client.get(keys.marker, policy: .check) { MemorySink(hashing: false, limit: 1 << 16) }
        if marker == nil { throw ObjectStoreError.unavailable(status: 404, code: "no mark of the store") }
    }

    /// Throws ``StoreError/unavailable(_:)`` if the store was deleted after it was opened.
    ///
    /// The store is asked at most every half minute. One that does not answer was not deleted.
    package func checkPresence() throws {
        let now = clock.now
        let isDue = presence.withLock { last in
            if let last, now - last < .seconds(30) { return false }
            last = now
            return true
        }
        guard isDue else { return }
        do {
            let marker = try client.get(keys.marker, policy: .once) { MemorySink(hashing: false, limit: 1 << 16) }
            if marker != nil { return }
        } catch ObjectStoreError.bucketMissing {
            // As if the marker were missing.
        } catch {
            return
        }
        presence.withLock { $0 = nil }
        throw StoreError.unavailable("the artefacts in the object store were deleted while they were in use")
    }
}

/// The sizes of artefacts read in ranges lately.
private struct RecentRanges {
    private var byteCounts: [ContentID: Int64] = [:]

    func byteCount(of content: ContentID) -> Int64? { byteCounts[content] }

    mutating func note(_ content: ContentID, byteCount: Int64) {
        if byteCounts.count >= 1000 { byteCounts = [:] }
        byteCounts[content] = byteCount
    }
}
