package import RowQuery

/// A client's request to join a channel.
package struct ChannelJoin: Hashable, Sendable {
    /// The bindings in the client's order.
    package var bindings: [ChangeBinding] = []
    /// Whether all bindings are valid.
    package var isKnown: Bool { bindings.allSatisfy { $0.request != nil } }
    /// The client's bindings as repeated in the answer, in JSON.
    package var echo: String { JSON.array(bindings.map(\.echo)) }
    /// The token of the listener; nil for the connection's caller.
    package var token: String?

    /// Parses the payload of `phx_join`: `{config: {postgres_changes: […]}, access_token}`.
    ///
    /// - Throws: ``ChangeBinding/BindingError``.
    package init(
        _ payload: JSONObject, _ planner: RowPlanner, _ limits: RealtimeLimits
    ) throws(ChangeBinding.BindingError) {
        token = try Self.token(payload, limits)
        guard let config = payload["config"], config != .null else { return }
        guard case .object(let members) = config else {
            throw ChangeBinding.BindingError("“config” must be an object.")
        }
        guard let changes = members["postgres_changes"], changes != .null else { return }
        guard case .list(let items) = changes else {
            throw ChangeBinding.BindingError("“postgres_changes” must be an array.")
        }
        guard items.count <= limits.bindings else {
            throw ChangeBinding.BindingError("“postgres_changes” has more than \(limits.bindings) items.")
        }
        for (index, item) in items.enumerated() {
            bindings.append(try ChangeBinding(item, id: index + 1, planner, limits))
        }
    }

    /// Parses the token of a payload.
    package static func token(
        _ payload: JSONObject, _ limits: RealtimeLimits
    ) throws(ChangeBinding.BindingError) -> String? {
        switch payload["access_token"] {
        case nil, .null: return nil
        case .text(let text) where text.utf8.count <= limits.tokenBytes: return text
        default: throw ChangeBinding.BindingError("“access_token” must be a token.")
        }
    }
}
