import Foundation

/// A message of a Phoenix channel in version 1.0.0, a JSON object.
enum ChannelMessage: Equatable {
    /// The answer to the request to join.
    case reply(isOK: Bool, reason: String?)
    /// The state of the subscription.
    case system(isOK: Bool, message: String)
    case change(RowChange)
    case closed
    case other

    /// The topic of the client's only channel.
    static let topic = "realtime:formwright"
    /// The reference of the request to join.
    private static let joinReference = "1"

    /// Reads a message, or returns `nil` for another text.
    init?(_ text: String) {
        guard let message = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any],
            let event = message["event"] as? String
        else { return nil }
        let payload = message["payload"] as? [String: Any] ?? [:]
        guard message["topic"] as? String == Self.topic else {
            self = .other
            return
        }
        switch event {
        case "phx_reply" where message["ref"] as? String == Self.joinReference:
            let response = payload["response"] as? [String: Any]
            self = .reply(isOK: payload["status"] as? String == "ok", reason: response?["reason"] as? String)
        case "system":
            self = .system(isOK: payload["status"] as? String == "ok", message: payload["message"] as? String ?? "")
        case "postgres_changes":
            guard let change = (payload["data"] as? [String: Any]).flatMap(RowChange.init) else { return nil }
            self = .change(change)
        case "phx_close", "phx_error": self = .closed
        default: self = .other
        }
    }

    /// Returns the request to join the channel.
    static func join(_ filters: [RowChangeFilter], token: String) throws -> String {
        try text(
            "phx_join", reference: joinReference,
            [
                "access_token": token,
                "config": [
                    "postgres_changes": filters.map(\.binding)
                ] as [String: Any],
            ])
    }

    /// Returns a sign of life.
    static func heartbeat(_ number: Int) throws -> String {
        try text("heartbeat", on: "phoenix", reference: "heartbeat-\(number)", [:])
    }

    private static func text(
        _ event: String, on topic: String = topic, reference: String, _ payload: [String: Any]
    ) throws -> String {
        let message: [String: Any] = ["topic": topic, "event": event, "payload": payload, "ref": reference]
        return String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
    }
}

extension RowChange {
    /// Reads the data of a change, or returns `nil` for other data.
    fileprivate init?(_ data: [String: Any]) {
        guard let table = data["table"] as? String,
            let kind = (data["type"] as? String).flatMap(Kind.init(rawValue:))
        else { return nil }
        let record = (data["record"] as? [String: Any]).flatMap { $0.isEmpty ? nil : $0 }
        let old = data["old_record"] as? [String: Any]
        let id = (record?["id"] ?? old?["id"]) as? String
        self.init(
            table: table, kind: kind, id: id.flatMap(UUID.init(uuidString:)),
            record: kind == .delete ? nil : record.flatMap { try? JSONSerialization.data(withJSONObject: $0) })
    }
}
