package import RowQuery

/// What a client asks for when it joins a channel.
package struct ChannelJoin: Hashable, Sendable {
    /// In the order of the client's.
    package var bindings: [ChangeBinding] = []
    /// Whether all of them can be served.
    package var isKnown: Bool { bindings.allSatisfy { $0.request != nil } }
    /// What of the answer repeats the client's bindings, as JSON.
    package var echo: String { JSON.array(bindings.map(\.echo)) }
    /// Whose changes it wants to see; nil for those of the connection's caller.
    package var token: String?

    /// Reads the payload of `phx_join`: `{config: {postgres_changes: […]}, access_token}`.
    ///
    /// - Throws: ``ChangeBinding/Mistake``.
    package init(
        _ payload: JSONObject, _ planner: RowPlanner, _ limits: RealtimeLimits
    ) throws(ChangeBinding.Mistake) {
        token = try Self.token(payload, limits)
        guard let config = payload["config"], config != .null else { return }
        guard case .object(let members) = config else { throw ChangeBinding.Mistake("“config” must be an object.") }
        guard let changes = members["postgres_changes"], changes != .null else { return }
        guard case .list(let items) = changes else {
            throw ChangeBinding.Mistake("“postgres_changes” must be an array.")
        }
        guard items.count <= limits.bindings else {
            throw ChangeBinding.Mistake("“postgres_changes” has more than \(limits.bindings) items.")
        }
        for (index, item) in items.enumerated() {
            bindings.append(try ChangeBinding(item, id: index + 1, planner, limits))
        }
    }

    /// Reads the token of a payload.
    package static func token(
        _ payload: JSONObject, _ limits: RealtimeLimits
    ) throws(ChangeBinding.Mistake) -> String? {
        switch payload["access_token"] {
        case nil, .null: return nil
        case .text(let text) where text.utf8.count <= limits.tokenBytes: return text
        default: throw ChangeBinding.Mistake("“access_token” must be a token.")
        }
    }
}
