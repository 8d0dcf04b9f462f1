import CPQ

/// Receives the server's notices, which libpq would print on standard error.
final class ServerNotices {
    /// Whether the server has said that it is closing the connection.
    private(set) var haveFarewell = false

    func receive(_ notice: OpaquePointer) {
        guard let severity = formwright_PQresultErrorField(notice, Int32(formwright_pq_severity)) else { return }
        if ["FATAL", "PANIC"].contains(String(cString: severity)) { haveFarewell = true }
    }
}
