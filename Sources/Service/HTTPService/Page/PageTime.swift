package import Foundation
package import Pipeline

/// A time on a page, for people and for programs.
package struct PageTime: Sendable {
    /// The time in the notation of ISO 8601.
    package let iso: String
    /// The time as people read it, in UTC.
    package let text: String

    /// Creates the text of a time.
    package init(_ date: Date) {
        iso = date.formatted(.iso8601)
        text = iso.replacing("T", with: " ").replacing("Z", with: " UTC")
    }

    /// Creates the text of a time in the store.
    package init(_ time: Timestamp) { self.init(time.date) }
}
