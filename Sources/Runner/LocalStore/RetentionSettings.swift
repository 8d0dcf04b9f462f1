import Pipeline

/// The section `retention` of `pipeline.yaml`: the retention periods.
///
/// ```yaml
/// retention:
///   days: 30          # documents are deleted this long after their last use; off by default
///   auditDays: 365    # entries of the log of accesses
/// ```
package struct RetentionSettings: Sendable, Hashable {
    /// The key of the section.
    static let section = "retention"

    /// Days from a document's last use to its deletion; `nil` to keep documents.
    package var days: Int?
    /// Days until audit log entries are deleted, or longer where ``days`` needs them.
    package var auditDays: Int

    /// Creates settings.
    package init(days: Int? = nil, auditDays: Int = 365) {
        self.days = days
        self.auditDays = auditDays
    }

    /// Reads the section and reports mistakes to the node.
    init(reading node: SettingsNode?) {
        self.init()
        guard let map = node?.mapping(known: ["days", "auditDays"]) else { return }
        if let node = map["days"], !node.isOff { days = node.integer(in: 1...36_500) }
        if let number = map["auditDays"]?.integer(in: 1...36_500) { auditDays = number }
    }
}
