import Foundation
import Pipeline

extension DocumentID {
    /// The first eight characters, which usually identify a document.
    package var short: String { String(description.prefix(8)) }
}

extension Timestamp {
    /// The time in ISO 8601, in UTC and without fractions of a second.
    package var text: String { date.formatted(.iso8601) }
}
