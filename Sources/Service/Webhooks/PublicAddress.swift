import HTTPService
import Pipeline

/// The address of the service in the section `service`, for links in messages.
///
/// The service itself reads the section and reports its mistakes.
struct PublicAddress: SettingsSection {
    static let section = ServiceSettings.section

    /// Scheme, host and port; `nil` without a public address.
    let origin: String?

    init(reading node: SettingsNode?) {
        let keys = node?.isMapping == true ? node?.entries() ?? [] : []
        let text = keys.first { $0.key.text() == "publicURL" }?.value.text()
        origin = text.flatMap { PublicURL($0)?.origin }
    }
}
