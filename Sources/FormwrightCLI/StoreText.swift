import Foundation
import Pipeline

extension DocumentID {
    /// The first characters, which are enough to tell most ids apart.
    var short: String { String(description.prefix(8)) }
}

extension Timestamp {
    /// ISO 8601 in UTC, without fractions.
    var text: String { date.formatted(.iso8601) }
}
