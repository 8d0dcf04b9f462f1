import Curl
import Foundation
package import Pipeline

/// Sends messages as signed requests over HTTP.
package struct RequestSender: WebhookSender {
    private let address: WebhookAddress
    private let origin: String?
    private let pool: CurlPool
    private let limits: CurlLimits

    /// The most bytes of an answer that are read; none are kept.
    private static let answerLimit = 64 << 10

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - address: the receiver.
    ///   - origin: the public address of the service, for links.
    ///   - limit: the time for a whole request.
    package init(_ address: WebhookAddress, linking origin: String?, limit: Duration = .seconds(10)) {
        self.address = address
        self.origin = origin
        let rule = address.rule
        // No connection is kept: each one is to an address that was checked for its own request.
        pool = CurlPool(limit: 16, keptIdle: 0, reach: CurlReach { rule.permits($0) })
        limits = CurlLimits(connect: limit, stall: limit, total: limit)
    }

    /// Reads the beginning of an answer and drops it.
    private final class Sink: CurlSink {
        struct Enough: Error {}

        private var count = 0

        func begin(_ head: CurlHead) {}

        func receive(_ bytes: UnsafeRawBufferPointer) throws {
            count += bytes.count
            if count > RequestSender.answerLimit { throw Enough() }
        }
    }

    /// Sends a request; any status but 2xx is a problem, and 410 a final one.
    package func send(_ delivery: WebhookDelivery, at now: Timestamp) throws(WebhookProblem) {
        guard let secret = address.secret.read() else {
            throw WebhookProblem("the secret cannot be read, or does not have 16 to 1024 bytes", isOfSettings: true)
        }
        guard let body = try? delivery.body(linking: origin) else { throw WebhookProblem("the message has no JSON") }
        let timestamp = "\(now.milliseconds / 1000)"
        let headers = [
            "Content-Type: application/json", "User-Agent: Formwright", "X-Formwright-Event: \(delivery.event)",
            "X-Formwright-Delivery: \(delivery.id)", "X-Formwright-Timestamp: \(timestamp)",
            "X-Formwright-Signature: \(WebhookSignature.text(secret: secret, timestamp: timestamp, body: body))",
        ]
        let status: Int
        do {
            status = try pool.perform(
                CurlRequest(.post, address.url, headers: headers, body: .bytes(body)), to: Sink(), limits: limits
            ).head.status
        } catch is Sink.Enough {
            // Only the body of a successful answer reaches the sink.
            return
        } catch let error as CurlError {
            throw WebhookProblem(Self.words(for: error), isOfSettings: error.kind == .address)
        } catch {
            throw WebhookProblem("the request failed")
        }
        guard !(200..<300).contains(status) else { return }
        throw WebhookProblem("the receiver answered with the status \(status)", isFinal: status == 410)
    }

    private static func words(for error: CurlError) -> String {
        switch error.kind {
        case .address: "the receiver's address is not public, and not listed under allow"
        case .timeout: "the receiver took too long"
        case .name: "the receiver's name has no address"
        case .connection: "the receiver cannot be reached"
        case .tls: "the receiver's certificate is not trusted, or TLS failed"
        case .library, .url, .interrupted, .body, .cancelled: error.reason.lowercased()
        }
    }
}
