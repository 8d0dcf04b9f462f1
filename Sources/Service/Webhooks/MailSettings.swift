import FailureModel
package import Pipeline
import Users

/// The section `mail` of `pipeline.yaml`.
///
/// ```yaml
/// mail:
///   to: [office@example.org]
///   from: formwright@example.org
///   events: [filled, failed]        # all by default
///   owner: ada                      # all by default
///   sendmail: /usr/sbin/sendmail    # the default
/// ```
package struct MailSettings: SettingsSection, Hashable {
    /// The key of the section, and the name of its receiver.
    package static let section = "mail"

    /// The receiver; `nil` without the section.
    package var receiver: WebhookReceiver?

    /// The way of e-mails; `nil` without the section.
    package var route: MailRoute? {
        if case .mail(let route) = receiver?.way { route } else { nil }
    }

    /// The maximum number of recipients.
    private static let recipientLimit = 20

    /// Reads the section and reports mistakes to the node.
    package init(reading node: SettingsNode?) {
        guard let node else { return }
        let keys = node.mapping(known: ["to", "from", "events", "owner", "sendmail"])
        let recipients = keys["to"]?.items() ?? []
        let to = recipients.prefix(Self.recipientLimit).compactMap(Self.address)
        let from = keys["from"].flatMap(Self.address)
        let events = keys["events"].map(WebhookEvent.reading) ?? Set(WebhookEvent.allCases)
        let owner = keys["owner"]?.text(longest: 64).map { OwnerID($0) }
        let program = keys["sendmail"].map { $0.text(longest: 4096) } ?? "/usr/sbin/sendmail"
        if let node = keys["sendmail"], let program, !program.hasPrefix("/") {
            node.report("“\(node.path)” must be the absolute path of a program.")
        }
        if keys["from"] == nil { node.report("“\(node.path)” needs a from: the address of the sender.") }
        if keys["to"] == nil || (keys["to"]?.isList == true && recipients.isEmpty) {
            node.report("“\(node.path)” needs a to: a list of addresses.")
        }
        if recipients.count > Self.recipientLimit {
            node.report("“\(node.path)” can have at most \(Self.recipientLimit) recipients.")
        }
        guard let from, let program, !to.isEmpty else { return }
        receiver = WebhookReceiver(
            name: Self.section, events: events, owner: owner,
            way: .mail(MailRoute(from: from, to: to, sendmail: program)))
    }

    private static func address(_ node: SettingsNode) -> String? {
        guard let text = node.text() else { return nil }
        guard let address = try? EmailAddress(text) else {
            node.report("“\(node.path)” must be an e-mail address, such as office@example.org.")
            return nil
        }
        return address.text
    }
}
