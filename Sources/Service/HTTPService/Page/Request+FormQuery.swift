import Foundation
package import Hummingbird

extension Request {
    /// Returns a search form's value from the query; nil if missing or empty.
    ///
    /// Forms encode a space as `+`, which is a plus sign elsewhere in a URL, and also send empty fields.
    package func formValue(_ name: String) -> String? {
        for pair in (uri.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding ?? ""
            }
            if parts.first == name, let value = parts.dropFirst().first {
                // No name contains NUL, and PostgreSQL takes no text with it.
                return value.isEmpty || value.unicodeScalars.contains("\0") ? nil : value
            }
        }
        return nil
    }
}
