package import Foundation

/// What a service answered to a request.
package struct HTTPAnswer: Sendable {
    package let status: Int
    /// By lower-case name.
    package let headers: [String: String]
    package let body: Data

    package var text: String { String(decoding: body, as: UTF8.self) }
    package var object: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
    package var objects: [[String: Any]] { (try? JSONSerialization.jsonObject(with: body)) as? [[String: Any]] ?? [] }
    /// The code of an error.
    package var error: String? { object["error"] as? String }
}
