import CoreMetrics

/// The metrics of listening clients and sent changes.
///
/// Created once, because a metrics system may look up each metric.
struct RealtimeMetrics: Sendable {
    /// The connected clients.
    let clients = Gauge(label: "realtime_clients")
    /// The sent changes, counted per client.
    let changes = Counter(label: "realtime_changes_sent")
    /// The clients disconnected for receiving too slowly.
    let dropped = Counter(label: "realtime_clients_dropped")
    /// The connections and joins refused because of a limit.
    let refused = Counter(label: "realtime_refused")
    /// The channels ended by an expired token or session.
    let expired = Counter(label: "realtime_channels_expired")
}
