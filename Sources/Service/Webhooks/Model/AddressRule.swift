package import HTTPService

/// The rule about the addresses that a receiver may have.
///
/// Addresses of the machine, its network and special uses are refused unless they are allowed: whoever controls a
/// receiver's name could otherwise send requests to servers that trust this machine.
package struct AddressRule: Sendable, Hashable {
    private let allowed: [AddressRange]

    /// Creates a rule with ranges that are allowed although they are not public.
    package init(allowing allowed: [AddressRange] = []) {
        self.allowed = allowed
    }

    /// Returns whether an address of 4 or 16 bytes may be connected to.
    package func permits(_ address: [UInt8]) -> Bool {
        let address = Self.unwrapped(address)
        return allowed.contains { $0.contains(address) } || !Self.special.contains { $0.contains(address) }
    }

    /// Returns the address of version 4 inside one of version 6.
    ///
    /// Other addresses are returned as they are.
    private static func unwrapped(_ address: [UInt8]) -> [UInt8] {
        guard address.count == 16 else { return address }
        if translated.contains(where: { $0.contains(address) }) { return Array(address.suffix(4)) }
        if sixToFour.contains(where: { $0.contains(address) }) { return Array(address[2..<6]) }
        return address
    }

    /// Addresses that a network translates (RFC 6052).
    ///
    /// Mapped ones need no such entry: a range takes them as addresses of version 4.
    private static let translated = ranges("64:ff9b::/96")
    private static let sixToFour = ranges("2002::/16")

    /// The ranges that are not public (RFC 6890), and multicast.
    private static let special = ranges(
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
        "::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "fc00::/7", "fe80::/9", "ff00::/8")

    private static func ranges(_ texts: String...) -> [AddressRange] { texts.compactMap { AddressRange($0) } }
}
