package import RowQuery

/// A message of a client in the protocol of Phoenix' channels, in which Supabase's clients speak.
package struct PhoenixMessage: Hashable, Sendable {
    /// By what the client knows its joining of the channel; nil if it does not say.
    package let joinRef: Reference?
    /// By what the client knows the answer; nil if it expects none.
    package let ref: Reference?
    /// The channel, or `phoenix` for the connection itself.
    package let topic: String
    /// What the client wants.
    package let event: String
    /// The members of the payload.
    package let payload: JSONObject

    /// What a client calls one of its messages; it is repeated in the answer.
    package struct Reference: Hashable, Sendable {
        /// The text or the number as JSON.
        package let json: String

        /// Creates a reference; nil for null.
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

/// How messages are written.
package enum PhoenixVersion: String, Sendable, CaseIterable {
    /// As objects, which Python's client writes.
    case objects = "1.0.0"
    /// As arrays `[join_ref, ref, topic, event, payload]`, which the clients in JavaScript and Swift write.
    case arrays = "2.0.0"

    /// Reads a message.
    ///
    /// - Throws: ``PhoenixError`` if it is none, or longer or deeper than allowed.
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

    /// Writes a message of the service; the payload is JSON.
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
