import CoreMetrics
import HTTPService
import RowQuery
import FamiliesSQL
import Synchronization

/// The connection of a listening client, with its joined channels.
final class RealtimeClient: Sendable {
    private struct State {
        var channels: [String: RealtimeChannel] = [:]
        var joins = 0
        var isGone = false
    }

    private let version: PhoenixVersion
    private let caller: ProjectCaller
    private let connection: WebSocketConnection
    private let hub: RealtimeHub
    private let state = Mutex(State())

    init(_ connection: WebSocketConnection, _ version: PhoenixVersion, _ caller: ProjectCaller, _ hub: RealtimeHub) {
        self.connection = connection
        self.version = version
        self.caller = caller
        self.hub = hub
    }

    // MARK: Incoming messages

    /// Answers messages until the connection ends.
    func run() async {
        while let text = await connection.next() {
            guard let message = try? version.message(text, hub.limits) else {
                connection.close(.policyViolation)
                break
            }
            await answer(message)
        }
        state.withLock { state in
            state.isGone = true
            state.channels = [:]
        }
    }

    private func answer(_ message: PhoenixMessage) async {
        switch (message.topic, message.event) {
        case ("phoenix", "heartbeat"): reply(to: message, "ok", "{}")
        case (_, "phx_join"): await join(message)
        case (_, "phx_leave"): leave(message)
        case _ where channel(message.topic) == nil: refuse(message, "unmatched topic")
        case (_, "access_token"): await change(message)
        case (_, "broadcast"), (_, "presence"):
            refuse(message, "Broadcast and presence are not available here.")
        // As at Supabase, unknown events of a channel are not answered.
        default: break
        }
    }

    private func join(_ message: PhoenixMessage) async {
        let topic = message.topic
        guard topic.hasPrefix(RealtimeChannel.prefix) else { return refuse(message, "unmatched topic") }
        guard topic != RealtimeChannel.prefix else { return refuse(message, "The topic has no name.") }
        let request: ChannelJoin
        do {
            request = try ChannelJoin(message.payload, hub.planner, hub.limits)
        } catch {
            return refuse(message, error.sentence)
        }
        // Joining a channel again creates a new one.
        if let old = state.withLock({ $0.channels.removeValue(forKey: topic) }) { sendClose(of: old) }
        guard let caller = await listener(ofToken: request.token) else {
            return refuse(message, "InvalidJWTToken: The access token is not valid, or has expired.")
        }
        guard state.withLock({ $0.channels.count }) < hub.limits.channels else {
            hub.metrics.refused.increment()
            return refuse(message, "ChannelRateLimitReached: Too many channels")
        }
        let isAdmitted = hub.admit(self, caller.user) {
            state.withLock { state in
                guard !state.isGone else { return }
                state.joins += 1
                // The answer precedes the changes, which wait for the lock.
                reply(to: message, "ok", JSON.object([("postgres_changes", request.echo)]))
                state.channels[topic] = RealtimeChannel(
                    topic: topic, joinRef: message.joinRef ?? message.ref, number: state.joins, caller: caller,
                    bindings: request.isKnown ? request.bindings : [])
            }
        }
        guard isAdmitted else { return refuse(message, "ConnectionRateLimitReached: Too many connected clients") }
        guard !request.bindings.isEmpty else { return }
        if request.isKnown {
            sendSystem("ok", "postgres_changes", "Subscribed to PostgreSQL", topic)
        } else {
            sendSystem("error", "postgres_changes", Self.unknown, topic)
        }
    }

    private static let unknown =
        "Unable to subscribe to changes with given parameters. Please check the schema, the table, its columns and the filter."

    private func leave(_ message: PhoenixMessage) {
        let channel = state.withLock { $0.channels.removeValue(forKey: message.topic) }
        reply(to: message, "ok", "{}")
        if let channel { sendClose(of: channel) }
    }

    /// Applies the token of a message to subsequent changes.
    private func change(_ message: PhoenixMessage) async {
        guard let number = channel(message.topic)?.number else { return }
        // Clients repeat their token, and send null without one.
        guard let token = try? ChannelJoin.token(message.payload, hub.limits) else { return }
        guard let caller = await listener(ofToken: token) else {
            return end(message.topic, number, "The access token is not valid, or has expired.")
        }
        let isAdmitted = hub.admit(self, caller.user) {
            state.withLock { state in
                if state.channels[message.topic]?.number == number { state.channels[message.topic]?.caller = caller }
            }
        }
        if !isAdmitted { end(message.topic, number, "Too many connected clients") }
    }

    private func listener(ofToken token: String?) async -> ProjectCaller? {
        guard let token else { return await hub.isValid(caller) ? caller : nil }
        return await hub.caller(ofToken: token)
    }

    // MARK: Channels

    private func channel(_ topic: String) -> RealtimeChannel? { state.withLock { $0.channels[topic] } }

    /// The joined channels.
    var channels: [RealtimeChannel] { state.withLock { Array($0.channels.values) } }

    /// Returns whether the connection or any of its channels belongs to a user.
    func isOf(_ user: String) -> Bool {
        caller.user == user || state.withLock { $0.channels.values.contains { $0.caller.user == user } }
    }

    /// Whether no user has signed in.
    var hasNoUser: Bool {
        caller.user == nil && state.withLock { $0.channels.values.allSatisfy { $0.caller.user == nil } }
    }

    /// Ends a channel with a listener that has lost its permission.
    func end(_ topic: String, _ number: Int, _ reason: String) {
        let channel = state.withLock { state in
            state.channels[topic]?.number == number ? state.channels.removeValue(forKey: topic) : nil
        }
        guard let channel else { return }
        sendSystem("error", "system", reason, topic)
        sendClose(of: channel)
    }

    // MARK: Outgoing messages

    /// Sends changes to a channel, unless it has been replaced or has another caller.
    ///
    /// - Parameters:
    ///   - channel: The channel at the time of reading the changes.
    ///   - changes: The binding IDs and the data of each change.
    func tell(_ channel: RealtimeChannel, _ changes: [(ids: [Int], data: String)]) {
        let isTold = state.withLock { state in
            guard let now = state.channels[channel.topic], now.number == channel.number, now.caller == channel.caller
            else { return true }
            return send(
                changes.map { ids, data in
                    version.text(
                        "postgres_changes", channel.topic,
                        "{\"ids\":[\(ids.map(String.init).joined(separator: ","))],\"data\":\(data)}")
                })
        }
        if isTold { hub.metrics.changes.increment(by: changes.count) }
    }

    private func reply(to message: PhoenixMessage, _ status: String, _ response: String) {
        send([
            version.text(
                "phx_reply", message.topic, "{\"status\":\(JSON.quoted(status)),\"response\":\(response)}",
                ref: message.ref, joinRef: message.joinRef)
        ])
    }

    private func refuse(_ message: PhoenixMessage, _ reason: String) {
        reply(to: message, "error", JSON.object([("reason", JSON.quoted(reason))]))
    }

    private func sendSystem(_ status: String, _ source: String, _ message: String, _ topic: String) {
        let payload = JSON.object([
            ("channel", JSON.quoted(String(topic.dropFirst(RealtimeChannel.prefix.count)))),
            ("extension", JSON.quoted(source)), ("message", JSON.quoted(message)),
            ("status", JSON.quoted(status)),
        ])
        send([version.text("system", topic, payload)])
    }

    private func sendClose(of channel: RealtimeChannel) {
        send([version.text("phx_close", channel.topic, "{}", ref: channel.joinRef, joinRef: channel.joinRef)])
    }

    @discardableResult
    private func send(_ texts: [String]) -> Bool {
        guard !connection.isTooSlow else { return false }
        if connection.send(texts) { return true }
        hub.metrics.dropped.increment()
        return false
    }
}
