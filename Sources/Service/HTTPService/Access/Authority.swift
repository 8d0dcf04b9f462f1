/// The `host:port` or `[address]:port` that a request names as its destination.
package struct Authority {
    /// The host as sent, without brackets; empty if none was sent.
    package let host: Substring

    /// Parses the value of a `Host` field, or returns `nil` if it is malformed.
    ///
    /// The syntax is that of RFC 3986, section 3.2, limited to ASCII and without user information.
    package init?(_ text: String) {
        let characters = text.utf8
        let end: String.Index
        if characters.first == UInt8(ascii: "[") {
            guard let bracket = characters.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = text[characters.index(after: characters.startIndex)..<bracket]
            guard !host.isEmpty, host.utf8.allSatisfy(Self.isInAddress) else { return nil }
            end = characters.index(after: bracket)
        } else {
            end = characters.firstIndex(of: UInt8(ascii: ":")) ?? characters.endIndex
            host = text[..<end]
            guard host.utf8.allSatisfy(Self.isInName) else { return nil }
        }
        guard let colon = characters[end...].first else { return }
        let port = characters[end...].dropFirst()
        guard colon == UInt8(ascii: ":"), (1...5).contains(port.count), port.allSatisfy(Self.isDigit) else {
            return nil
        }
    }

    /// Whether the host is a loopback name or address.
    package var isLoopback: Bool {
        if host == "127.0.0.1" || host == "localhost" || host == "::1" { return true }
        let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 4 && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(Self.isDigit) }
        return isAddress && host.hasPrefix("127.") || host.lowercased() == "localhost"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isInAddress(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
