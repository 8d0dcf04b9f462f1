package import FailureModel
package import HTTPTypes
import Pipeline

/// The proxy that logs people in, and how it names them.
///
/// ```yaml
/// signOn:
///   header: X-Forwarded-User
///   from: [127.0.0.1, 10.0.0.0/8]
///   create: staff
/// ```
package struct SignOnSettings: Sendable, Hashable {
    /// The header field with the user's name or e-mail address.
    package let header: HTTPField.Name
    /// The addresses of the proxy; the header of others is ignored.
    package let proxies: [AddressRange]
    /// The role of users created at their first request; nil to refuse unknown ones.
    package let createdRole: UserRole?

    /// A role that strangers can be given.
    private enum CreatedRole: String, CaseIterable {
        case reader, staff
    }

    private static let usualHeader = HTTPField.Name.known("X-Forwarded-User")

    /// Fields that clients send for other purposes, in lower case.
    private static let otherFields: Set<String> = [
        "authorization", "connection", "content-length", "content-type", "cookie", "forwarded", "host", "origin",
        "referer", "transfer-encoding", "user-agent", "via", "x-forwarded-for", "x-forwarded-host",
        "x-forwarded-proto", "x-real-ip",
    ]

    /// Creates settings.
    package init(header: HTTPField.Name? = nil, proxies: [AddressRange], createdRole: UserRole? = nil) {
        self.header = header ?? Self.usualHeader
        self.proxies = proxies
        self.createdRole = createdRole
    }

    /// Reads the setting, and reports mistakes to the node.
    init?(reading node: SettingsNode) {
        let map = node.mapping(known: ["header", "from", "create"])
        guard let from = map["from"] else {
            if node.isMapping { node.report("“\(node.path)” needs “from”, the addresses of the proxy.") }
            return nil
        }
        var proxies: [AddressRange] = []
        for item in from.isList ? from.items() : [from] {
            guard let text = item.text() else { continue }
            guard let range = AddressRange(text) else {
                item.report(
                    "“\(from.path)” must have addresses such as 127.0.0.1, or ranges such as 10.0.0.0/8 with zeros after the prefix."
                )
                continue
            }
            proxies.append(range)
        }
        if from.isList, from.items().isEmpty { from.report("“\(from.path)” must have an address.") }
        var header: HTTPField.Name?
        if let node = map["header"], let text = node.text() {
            header = HTTPField.Name(text)
            if header == nil || header.map({ Self.otherFields.contains($0.canonicalName) }) == true
                || text.lowercased().hasPrefix("sec-")
            {
                node.report("“\(node.path)” must be a header field that nothing else uses, such as X-Forwarded-User.")
            }
        }
        let role = map["create"]?.choice(of: CreatedRole.self)
        guard !proxies.isEmpty else { return nil }
        self.init(header: header, proxies: proxies, createdRole: role.flatMap { UserRole(rawValue: $0.rawValue) })
    }

    /// Returns the name that the proxy gives the sender of a request.
    ///
    /// - Parameters:
    ///   - fields: the header of the request.
    ///   - peer: the address of the connection.
    /// - Returns: the name as sent; nil without one, and from others than the proxy.
    /// - Throws: `sign_on_refused` for several names, or an empty one.
    package func login(in fields: HTTPFields, from peer: String) throws(Failure) -> String? {
        let names = fields[values: header]
        guard !names.isEmpty, proxies.contains(where: { $0.contains(peer) }) else { return nil }
        // A client's own field beside the proxy's would let the client choose.
        guard names.count == 1, let name = names.first else {
            throw Failure(
                .signOnRefused, "The request names its user more than once; the proxy must set the header alone.")
        }
        guard !name.isEmpty else {
            throw Failure(.signOnRefused, "The header of the proxy names no user.")
        }
        return name
    }
}
