package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A request that reports bytes as they are sent and received.
///
/// Foundation on Linux has no asynchronous sequence of a response's bytes, so this uses the delegate, which is
/// available on all systems.
package final class Transfer: NSObject, URLSessionDataDelegate, Sendable {
    /// An event of a transfer, in this order.
    ///
    /// The stream ends with the response or throws.
    package enum Event: Sendable {
        case sent(Int64)
        case response(status: Int)
        case received(Data)
    }

    private let continuation: AsyncThrowingStream<Event, any Error>.Continuation

    private init(_ continuation: AsyncThrowingStream<Event, any Error>.Continuation) {
        self.continuation = continuation
    }

    /// Starts a request and returns its events.
    ///
    /// The request is cancelled when its events are no longer awaited. A large body is a stream of the request.
    /// Foundation on Linux crashes if an upload task with a file is cancelled while it reads the file.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - configuration: the configuration of the client's session.
    /// - Returns: the events as they occur.
    package static func events(
        of request: URLRequest, _ configuration: URLSessionConfiguration
    ) -> AsyncThrowingStream<Event, any Error> {
        AsyncThrowingStream { continuation in
            let session = URLSession(
                configuration: configuration, delegate: Transfer(continuation), delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { _ in
                task.cancel()
                session.finishTasksAndInvalidate()
            }
            task.resume()
        }
    }

    package func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        continuation.yield(.sent(totalBytesSent))
    }

    package func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        continuation.yield(.response(status: (response as? HTTPURLResponse)?.statusCode ?? 0))
        completionHandler(.allow)
    }

    package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(.received(data))
    }

    package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish(throwing: error)
    }
}
