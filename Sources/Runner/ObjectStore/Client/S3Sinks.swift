import Curl
import Files
import Foundation
import LibCrypto
import Pipeline

/// A sink that collects bytes in memory, and hashes them while they arrive.
final class MemorySink: CurlSink {
    private var buffer: UnsafeMutableRawPointer?
    private var capacity = 0
    private var count = 0
    private var hash: SHA256?
    private var limit: Int64
    private let expected: (() throws -> Int64?)?

    /// Creates a sink for at most `limit` bytes.
    ///
    /// - Parameters:
    ///   - hashing: whether to hash the bytes.
    ///   - limit: the maximum number of bytes.
    ///   - expected: returns the number of bytes of a body without an announced length, which may never end; `nil` to
    ///     accept as many as the limit allows.
    init(hashing: Bool, limit: Int64, expected: (() throws -> Int64?)? = nil) {
        hash = hashing ? SHA256() : nil
        self.limit = limit
        self.expected = expected
    }

    deinit { free(buffer) }

    func begin(_ head: CurlHead) throws {
        if head.contentLength == nil, let expected { limit = min(limit, try expected() ?? 0) }
        try grow(to: head.contentLength ?? 0, exactly: true)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        if count + bytes.count > capacity { try grow(to: Int64(count + bytes.count), exactly: false) }
        guard let buffer else { return }
        UnsafeMutableRawBufferPointer(start: buffer + count, count: bytes.count).copyMemory(from: bytes)
        count += bytes.count
        hash?.update(bufferPointer: bytes)
    }

    private func grow(to wanted: Int64, exactly: Bool) throws {
        guard wanted <= limit else { throw ObjectStoreError.malformedAnswer }
        let size = exactly ? Int(wanted) : min(Int(limit), max(Int(wanted), 2 * capacity))
        guard size > capacity else { return }
        guard let larger = realloc(buffer, size) else { throw ObjectStoreError.malformedAnswer }
        buffer = larger
        capacity = size
    }

    /// Returns the name of the bytes; `nil` if they were not hashed.
    func content() -> ContentID? {
        hash.flatMap { ContentID(hex: Hexadecimal.text($0.finalize())) }
    }

    /// Returns the bytes without copying them; the sink is empty afterwards.
    func take() -> Data {
        guard let owned = buffer, count > 0 else { return Data() }
        defer { (buffer, capacity, count) = (nil, 0, 0) }
        return Data(bytesNoCopy: owned, count: count, deallocator: .free)
    }
}

/// A sink that hashes bytes and keeps none.
final class HashSink: CurlSink {
    private var hash = SHA256()
    private var count: Int64 = 0
    private var limit: Int64
    private let expected: () throws -> Int64?

    /// Creates a sink for at most `limit` bytes.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes.
    ///   - expected: returns the number of bytes of a body without an announced length, which may never end.
    init(limit: Int64, expected: @escaping () throws -> Int64?) {
        self.limit = limit
        self.expected = expected
    }

    func begin(_ head: CurlHead) throws {
        if head.contentLength == nil { limit = min(limit, try expected() ?? 0) }
        guard head.contentLength ?? 0 <= limit else { throw ObjectStoreError.malformedAnswer }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        count += Int64(bytes.count)
        guard count <= limit else { throw ObjectStoreError.malformedAnswer }
        hash.update(bufferPointer: bytes)
    }

    /// The name of the bytes.
    var content: ContentID? { ContentID(hex: Hexadecimal.text(hash.finalize())) }
}

/// An XML answer to a request.
///
/// It may be an error although the status is 200.
struct Answer {
    let response: CurlResponse
    let element: S3Answer?

    private static let limit: Int64 = 8 << 20

    /// Sends a request and reads its answer.
    ///
    /// - Throws: the error that the answer contains.
    static func of(_ request: (() -> (any CurlSink)?) throws -> CurlResponse) throws -> Answer {
        var sink = MemorySink(hashing: false, limit: limit)
        let response = try request {
            sink = MemorySink(hashing: false, limit: limit)
            return sink
        }
        let bytes = sink.take()
        if response.head.isSuccess, let code = S3Answer.errorCode(in: bytes) {
            throw ObjectStoreError.unavailable(status: response.head.status, code: code)
        }
        return Answer(response: response, element: response.head.isSuccess ? S3Answer(bytes) : nil)
    }
}
