import FailureModel
import Files
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
package import Pipeline

/// Server-sent events about one document: its state changes and progress.
///
/// The stream ends when the login or the token becomes invalid, or the user's groups change, even if another process did
/// it.
///
/// The id of each event is its number in the store, so that a client that reconnects with `Last-Event-ID` misses
/// nothing and receives nothing twice. A comment line keeps an idle connection alive.
package struct EventStreamResponse: Sendable {
    private struct Message: Encodable {
        let cause: String
        let state: String
        let stage: String?
        let completed: Int?
        let total: Int?
        let unit: String?
        let code: String?
    }

    private let service: ServiceParts
    private let client: PipelineClient
    private let document: DocumentID
    private let identity: Identity
    private var scope: OwnerScope { identity.scope }

    /// Creates a stream of a document that the identity may see.
    package init(of document: DocumentID, for identity: Identity, _ service: ServiceParts, client: PipelineClient) {
        self.service = service
        self.client = client
        self.document = document
        self.identity = identity
    }

    /// Returns the response to a request.
    ///
    /// Without `Last-Event-ID`, it begins with the newest event of the document, so that a client knows the current
    /// state.
    ///
    /// - Throws: `document_unknown`; `malformed_request` for an id that is not a number; `feed_truncated` for an id in
    ///   the future; `too_many_requests` if the owner has too many open streams.
    package func response(to request: Request) async throws -> Response {
        _ = try await client.store.document(document, in: scope)
        var last: Int64?
        if let text = request.headers[.lastEventID] {
            guard let number = Request.number(text) else {
                throw Failure(.malformedRequest, "Last-Event-ID must be the id of an event.")
            }
            guard number <= (try await client.store.newestEvent()) else {
                throw Failure(.feedTruncated, "There is no event \(number); read the document again.")
            }
            last = number
        }
        let (stream, start) = (self, last)
        let place = try service.admission.eventStream(for: identity.owner)
        let body = ResponseBody { writer in
            defer { withExtendedLifetime(place) {} }
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await stream.write(from: start, to: &writer)
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
            ], body: body)
    }

    private func write(from last: Int64?, to writer: inout any ResponseBodyWriter) async throws {
        // The subscription precedes the read of the store, so that no event is missed in between.
        let live = try await service.events.events(of: document, for: identity.credential)
        var seen = last ?? 0
        let past = try await client.store.events(of: document, in: scope)
        let missed = last == nil ? past.suffix(1) : past.filter { $0.sequence > seen }[...]
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        for event in missed {
            try await writer.write(Self.text(event))
            seen = max(seen, event.sequence)
        }
        for await event in live {
            guard try await service.access.isValid(identity) else { return }
            guard let event else {
                try await writer.write(ByteBuffer(string: ": alive\n\n"))
                continue
            }
            guard event.sequence > seen else { continue }
            seen = event.sequence
            try await writer.write(Self.text(event))
            if event.cause == .deleted { return }
        }
    }

    private static func text(_ event: Event) throws -> ByteBuffer {
        let isJob = event.job != nil
        let message = Message(
            cause: event.cause.rawValue, state: isJob ? "" : event.to, stage: event.stage?.text,
            completed: event.progress?.completed, total: event.progress?.total, unit: event.progress?.unit,
            code: event.code)
        let data = String(decoding: try JSONText.compact(message), as: UTF8.self)
        return ByteBuffer(
            string: "id: \(event.sequence)\nevent: \(isJob ? "job" : "document")\ndata: \(data)\n\n")
    }
}
