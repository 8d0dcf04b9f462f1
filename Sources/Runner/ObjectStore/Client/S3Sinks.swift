import Curl
import Files
import Foundation
import LibCrypto
import Pipeline
import Synchronization

/// A sink that collects bytes in memory, and hashes them while they arrive.
final class MemorySink: CurlSink {
    private var buffer: UnsafeMutableRawPointer?
    private var capacity = 0
    private var count = 0
    private var hashed = 0
    private let hash: HashBeside?
    private let limit: Int64

    /// The least number of bytes that are worth handing over to another thread.
    private static let pieceLength = 128 << 10

    /// Creates a sink for at most `limit` bytes.
    init(hashing: Bool, limit: Int64) {
        hash = hashing ? HashBeside() : nil
        self.limit = limit
    }

    deinit {
        // The other thread may still read the bytes.
        hash?.wait()
        free(buffer)
    }

    func begin(_ head: CurlHead) throws {
        try grow(to: head.contentLength ?? 0, exactly: true)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        if count + bytes.count > capacity { try grow(to: Int64(count + bytes.count), exactly: false) }
        guard let buffer else { return }
        UnsafeMutableRawBufferPointer(start: buffer + count, count: bytes.count).copyMemory(from: bytes)
        count += bytes.count
        if count - hashed >= Self.pieceLength { hashRest() }
    }

    /// Hashes what has arrived since the last piece, beside the arrival of the next.
    private func hashRest() {
        guard let hash, let buffer, hashed < count else { return }
        hash.update(UnsafeRawBufferPointer(start: buffer + hashed, count: count - hashed))
        hashed = count
    }

    private func grow(to wanted: Int64, exactly: Bool) throws {
        guard wanted <= limit else { throw ObjectStoreError.malformedAnswer }
        let size = exactly ? Int(wanted) : min(Int(limit), max(Int(wanted), 2 * capacity))
        guard size > capacity else { return }
        hash?.wait()
        guard let larger = realloc(buffer, size) else { throw ObjectStoreError.malformedAnswer }
        buffer = larger
        capacity = size
    }

    /// Returns the name of the bytes; `nil` if they were not hashed.
    func content() -> ContentID? {
        hashRest()
        return hash?.content()
    }

    /// Returns the bytes without copying them; the sink is empty afterwards.
    func take() -> Data {
        hash?.wait()
        guard let owned = buffer, count > 0 else { return Data() }
        defer { (buffer, capacity, count) = (nil, 0, 0) }
        return Data(bytesNoCopy: owned, count: count, deallocator: .free)
    }
}

/// A hash that another thread computes, as far as it is free.
///
/// A megabyte takes as long to hash as to receive on a fast network. What the other thread has not begun when the bytes
/// are complete is hashed by the caller, who therefore never waits for a thread that does not run.
private final class HashBeside: Sendable {
    private struct State {
        var hash = SHA256()
        /// The bytes that are still to be hashed, as an address and a number.
        var address: UInt = 0
        var count = 0
    }

    private let state = Mutex(State())
    private static let queue = DispatchQueue(label: "hash", qos: .userInitiated, attributes: .concurrent)

    /// The number of bytes hashed without letting others have the lock.
    private static let step = 64 << 10

    /// Adds the bytes that follow those added before.
    ///
    /// They must stay where they are until ``wait()`` returns.
    func update(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            if state.count == 0 { state.address = UInt(bitPattern: bytes.baseAddress) }
            state.count += bytes.count
        }
        Self.queue.async { self.wait() }
    }

    /// Hashes what is left, beside the other thread, and returns when all is hashed.
    func wait() {
        while state.withLock({ Self.hashSome(&$0) }) {}
    }

    func content() -> ContentID? {
        wait()
        return state.withLock { ContentID(hex: Hexadecimal.text($0.hash.finalize())) }
    }

    /// Hashes the next bytes; returns whether there were any.
    private static func hashSome(_ state: inout State) -> Bool {
        let count = min(state.count, step)
        guard count > 0 else { return false }
        state.hash.update(
            bufferPointer: UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: state.address), count: count))
        state.address += UInt(count)
        state.count -= count
        return true
    }
}

/// A sink that hashes bytes and keeps none.
final class HashSink: CurlSink {
    private var hash = SHA256()
    private var count: Int64 = 0
    private let limit: Int64

    /// Creates a sink for at most `limit` bytes.
    init(limit: Int64) { self.limit = limit }

    func begin(_ head: CurlHead) throws {
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
