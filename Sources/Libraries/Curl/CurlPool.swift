import Dispatch
import Synchronization

/// A pool of handles of libcurl with kept connections.
///
/// Every request blocks its thread: make it on one that may block.
package final class CurlPool: Sendable {
    private let idle = Mutex<[CurlHandle]>([])
    private let free: DispatchSemaphore
    private let keptIdle: Int
    private let caFile: String?
    private let reach: CurlReach?

    /// Creates a pool without a connection.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of requests at a time; others wait.
    ///   - keptIdle: the maximum number of connections that are kept open.
    ///   - caFile: the certificates to trust, as a PEM file; `nil` for those of the system.
    ///   - reach: the addresses that may be connected to, without a proxy; `nil` for all.
    package init(limit: Int = 64, keptIdle: Int = 16, caFile: String? = nil, reach: CurlReach? = nil) {
        self.reach = reach
        free = DispatchSemaphore(value: max(1, limit))
        self.keptIdle = keptIdle
        self.caFile = caFile
    }

    /// Sends a request and waits for its response.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - sink: receives the body of a successful response; `nil` to drop it.
    ///   - limits: the limits in time.
    ///   - cancellation: ends the request early.
    /// - Returns: the response, whatever its status.
    /// - Throws: ``CurlError``, or the error of the sink.
    package func perform(
        _ request: CurlRequest, to sink: (any CurlSink)? = nil, limits: CurlLimits = CurlLimits(),
        cancellation: CurlCancellation? = nil
    ) throws -> CurlResponse {
        free.wait()
        defer { free.signal() }
        // The handle used last has the connection that is least likely to have been closed by the server.
        let handle = try idle.withLock { $0.popLast() } ?? CurlHandle()
        let response = try handle.perform(
            request, to: sink, caFile: caFile, reach: reach, limits: limits, cancellation: cancellation)
        // A handle whose request failed is closed, with its connection.
        idle.withLock { if $0.count < keptIdle { $0.append(handle) } }
        return response
    }
}
