package import Pipeline

/// An event of a document that messages report.
package enum WebhookEvent: String, Sendable, Hashable, CaseIterable {
    /// The analysis is complete.
    case ready
    /// The output of a fill exists.
    case filled
    /// The work has failed, or was cancelled.
    case failed

    /// Creates the event for an entry of the feed.
    ///
    /// The result is `nil` for entries that no message reports.
    package init?(_ event: Event) {
        guard event.job == nil else { return nil }
        switch (event.cause, event.to) {
        case (.arrived, DocumentState.ready.rawValue): self = .ready
        case (.arrived, DocumentState.filled.rawValue): self = .filled
        case (.failed, _): self = .failed
        default: return nil
        }
    }

    /// The name in messages, such as `document.filled`.
    package var name: String { "document.\(rawValue)" }
}
