import Foundation

/// Decides which links become live, and where they lead.
public struct LinkPolicy: Sendable {
    /// Returns the target of a link, or nil if its text is rendered without a link.
    private let target: @Sendable (PortableTextMarkDefinition) -> String?

    /// Creates a policy from a link handler.
    ///
    /// - Parameter handler: returns the address to use for a link, which need not be its `href`, or nil for none.
    public init(_ handler: @escaping @Sendable (_ link: PortableTextMarkDefinition) -> String?) {
        target = handler
    }

    /// Accepts addresses of the schemes http, https, mailto and tel, and addresses within the same site or document.
    ///
    /// Everything else is refused, such as `javascript:` in any notation that browsers understand, and addresses without
    /// a scheme that name a host.
    public static let safe = LinkPolicy { $0.href.flatMap(SafeAddress.init)?.text }

    /// Returns the target of a link, or nil if its text is rendered without a link.
    public func target(of link: PortableTextMarkDefinition) -> String? { target(link) }
}

/// An address that runs nothing when it is opened.
package struct SafeAddress: Hashable, Sendable {
    private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]

    /// The address without surrounding spaces.
    package let text: String
    /// Whether the address has a scheme, so that it means the same wherever it is written.
    package let isAbsolute: Bool

    /// Creates the address, or nil if it could run something or hide where it leads.
    package init?(_ address: String) {
        // Browsers remove control characters before they look for a scheme.
        guard !address.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return nil }
        text = address.trimmingCharacters(in: CharacterSet(charactersIn: " "))
        let bytes = text.utf8
        guard let first = bytes.first else { return nil }
        // Browsers read a reverse solidus as a solidus, and two of them begin the name of a host.
        let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        guard !(isSlash(first) && bytes.dropFirst().first.map(isSlash) == true), first != UInt8(ascii: "\\") else {
            return nil
        }
        let delimiters = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            !bytes[..<colon].contains(where: delimiters.contains)
        else {
            isAbsolute = false
            return
        }
        guard Self.schemes.contains(text[..<colon].lowercased()) else { return nil }
        isAbsolute = true
    }

    /// The name of the place in the same document to which the address leads; nil if it leads elsewhere.
    package var fragment: String? {
        text.hasPrefix("#") ? text.dropFirst().removingPercentEncoding ?? String(text.dropFirst()) : nil
    }
}
