import Foundation
package import Hummingbird

extension Request {
    /// What a search form sent in the query under a name; nil if it is missing or empty.
    ///
    /// Forms write a space as `+`, which elsewhere in a URL is a plus sign, and send what was left empty, too.
    package func formValue(_ name: String) -> String? {
        for pair in (uri.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding ?? ""
            }
            if parts.first == name, let value = parts.dropFirst().first { return value.isEmpty ? nil : value }
        }
        return nil
    }
}
