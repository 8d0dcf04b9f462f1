import CoreMetrics

/// The numbers of listening clients and of what is sent to them.
///
/// Created once, because a metrics system may look each one up.
struct RealtimeMetrics: Sendable {
    /// Clients that are connected.
    let clients = Gauge(label: "realtime_clients")
    /// Changes that were sent, counted for each client.
    let changes = Counter(label: "realtime_changes_sent")
    /// Clients that were disconnected because they took their messages too slowly.
    let dropped = Counter(label: "realtime_clients_dropped")
    /// Connections and joins that were refused because of a limit.
    let refused = Counter(label: "realtime_refused")
    /// Channels whose listener's token or session has ended.
    let expired = Counter(label: "realtime_channels_expired")
}
