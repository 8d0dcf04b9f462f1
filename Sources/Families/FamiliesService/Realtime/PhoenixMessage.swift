package import RowQuery

/// A client message in the protocol of Phoenix channels, used by Supabase's clients.
package struct PhoenixMessage: Hashable, Sendable {
    /// The client's reference of its join of the channel; `nil` if missing.
    package let joinRef: Reference?
    /// The client's reference for the answer; `nil` if it expects none.
    package let ref: Reference?
    /// The channel, or `phoenix` for the connection itself.
    package let topic: String
    /// The requested event.
    package let event: String
    /// The members of the payload.
    package let payload: JSONObject

    /// A client's reference of a message, echoed in the answer.
    package struct Reference: Hashable, Sendable {
        /// The string or number as JSON.
        package let json: String

        /// Creates a reference; `nil` for null.
        ///
        /// - Throws: if it is neither a short string nor a short number.
        init?(_ value: JSONValue?) throws(PhoenixError) {
            switch value {
            case nil, .null: return nil
            case .text(let text) where text.utf8.count <= Self.longest: json = JSON.quoted(text)
            case .number(let text) where text.utf8.count <= Self.longest: json = text
            default: throw PhoenixError()
            }
        }

        private static let longest = 64
    }
}

/// A text that is not a message of the protocol.
package struct PhoenixError: Error, Hashable {
    /// Creates the error.
    package init() {}
}

/// The encoding of messages.
package enum PhoenixVersion: String, Sendable, CaseIterable {
    /// Objects, as sent by the Python client.
    case objects = "1.0.0"
    /// Arrays `[join_ref, ref, topic, event, payload]`, as sent by the JavaScript and Swift clients.
    case arrays = "2.0.0"

    /// Parses a message.
    ///
    /// - Throws: ``PhoenixError`` if the message is malformed, too long or too deep.
    package func message(_ text: String, _ limits: RealtimeLimits) throws(PhoenixError) -> PhoenixMessage {
        var parsing = QueryLimits()
        parsing.bodyDepth = limits.depth
        let parts: [JSONValue?]
        switch (self, try? JSONValue(parsing: Array(text.utf8), limits: parsing)) {
        case (.objects, .object(let members)):
            parts = ["join_ref", "ref", "topic", "event", "payload"].map { members[$0] }
        case (.arrays, .list(let items)) where items.count == 5: parts = items
        default: throw PhoenixError()
        }
        guard case .text(let topic) = parts[2], topic.utf8.count <= limits.topicBytes,
            case .text(let event) = parts[3], event.utf8.count <= limits.topicBytes,
            case .object(let payload) = parts[4]
        else { throw PhoenixError() }
        return PhoenixMessage(
            joinRef: try PhoenixMessage.Reference(parts[0]), ref: try PhoenixMessage.Reference(parts[1]), topic: topic,
            event: event, payload: payload)
    }

    /// Encodes a message of the service with a JSON payload.
    package func text(
        _ event: String, _ topic: String, _ payload: String, ref: PhoenixMessage.Reference? = nil,
        joinRef: PhoenixMessage.Reference? = nil
    ) -> String {
        let (topic, event, ref) = (JSON.quoted(topic), JSON.quoted(event), ref?.json ?? "null")
        return switch self {
        case .objects: "{\"ref\":\(ref),\"event\":\(event),\"topic\":\(topic),\"payload\":\(payload)}"
        case .arrays: "[\(joinRef?.json ?? "null"),\(ref),\(topic),\(event),\(payload)]"
        }
    }
}
