import HTTPService
package import Pipeline

/// The section `webhooks` of `pipeline.yaml`.
///
/// ```yaml
/// webhooks:
///   - name: office
///     url: https://office.example/formwright
///     secretFile: /etc/formwright/office.secret   # or secretVariable: NAME
///     events: [filled, failed]                    # all by default
///     owner: ada                                  # all by default
///     allow: [10.0.0.0/8]                         # addresses that are not public
/// ```
package struct WebhookSettings: SettingsSection, Hashable {
    /// The key of the section.
    package static let section = "webhooks"

    /// The receivers.
    package var receivers: [WebhookReceiver] = []

    /// The maximum number of receivers.
    private static let receiverLimit = 20
    /// The maximum number of ranges of a receiver.
    private static let rangeLimit = 50

    /// Reads the section and reports mistakes to the node.
    package init(reading node: SettingsNode?) {
        guard let node else { return }
        let items = node.items()
        if items.count > Self.receiverLimit {
            node.report("“\(node.path)” can have at most \(Self.receiverLimit) receivers.")
        }
        for item in items.prefix(Self.receiverLimit) {
            guard let receiver = Self.receiver(item) else { continue }
            if receivers.contains(where: { $0.name == receiver.name }) {
                item.report("Two receivers are named “\(receiver.name)”.")
            } else {
                receivers.append(receiver)
            }
        }
    }

    private static func receiver(_ node: SettingsNode) -> WebhookReceiver? {
        let keys = node.mapping(known: ["name", "url", "secretFile", "secretVariable", "events", "owner", "allow"])
        let name = name(keys["name"], of: node)
        let secret = secret(keys, of: node)
        let allowed = keys["allow"].map(ranges) ?? []
        let events = keys["events"].map(WebhookEvent.reading) ?? Set(WebhookEvent.allCases)
        let owner = keys["owner"]?.text(longest: 64).map { OwnerID($0) }
        guard let place = keys["url"] else {
            node.report("A receiver needs a url.")
            return nil
        }
        guard let name, let secret, let url = place.text(longest: 2048) else { return nil }
        guard let address = WebhookAddress(url: url, secret: secret, rule: AddressRule(allowing: allowed)) else {
            // The URL itself may have a secret in its path.
            place.report(
                "“\(place.path)” must be http:// or https:// and a host, without a user or a fragment, and a port at most 65535."
            )
            return nil
        }
        return WebhookReceiver(name: name, events: events, owner: owner, way: .request(address))
    }

    private static func name(_ node: SettingsNode?, of receiver: SettingsNode) -> String? {
        guard let node else {
            receiver.report("A receiver needs a name, such as office.")
            return nil
        }
        guard let name = node.text(longest: 40) else { return nil }
        let isPlain = name.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard isPlain, name != MailSettings.section else {
            node.report("“\(node.path)” must be lower-case letters, digits and hyphens, and not “mail”.")
            return nil
        }
        return name
    }

    private static func secret(_ keys: [String: SettingsNode], of node: SettingsNode) -> WebhookSecret? {
        switch (keys["secretFile"], keys["secretVariable"]) {
        case (let file?, nil):
            guard let path = file.text(longest: 4096) else { return nil }
            guard path.hasPrefix("/") else {
                file.report("“\(file.path)” must be an absolute path.")
                return nil
            }
            return .file(path)
        case (nil, let variable?):
            guard let name = variable.text(longest: 128) else { return nil }
            guard name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
                variable.report("“\(variable.path)” must be the name of a variable of the environment.")
                return nil
            }
            return .variable(name)
        default:
            node.report("A receiver needs either a secretFile or a secretVariable.")
            return nil
        }
    }

    private static func ranges(_ node: SettingsNode) -> [AddressRange] {
        let items = node.items()
        if items.count > rangeLimit { node.report("“\(node.path)” can have at most \(rangeLimit) ranges.") }
        return items.prefix(rangeLimit).compactMap { item in
            guard let text = item.text(longest: 64) else { return nil }
            let range = AddressRange(text)
            if range == nil { item.report("“\(item.path)” must have ranges of addresses, such as 10.0.0.0/8.") }
            return range
        }
    }
}

extension WebhookEvent {
    /// Reads a list of events, which must not be empty.
    static func reading(_ node: SettingsNode) -> Set<WebhookEvent> {
        let items = node.items()
        if items.isEmpty { node.report("“\(node.path)” needs at least one event.") }
        return Set(items.compactMap { $0.choice(of: WebhookEvent.self) })
    }
}
