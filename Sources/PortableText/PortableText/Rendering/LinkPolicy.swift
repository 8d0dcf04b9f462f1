import Values
import Foundation

/// A policy that decides which links become live, and their targets.
public struct LinkPolicy: Sendable {
    /// Returns the target of a link; nil to render its text only.
    private let target: @Sendable (PortableTextMarkDefinition) -> String?

    /// Creates a policy from a link handler.
    ///
    /// - Parameter handler: returns the address of a link, which may differ from its `href`, or nil for no link.
    public init(_ handler: @escaping @Sendable (_ link: PortableTextMarkDefinition) -> String?) {
        target = handler
    }

    /// Accepts addresses that neither run code nor open files on the reader's machine.
    ///
    /// These include addresses of apps (`myapp://open/5`), and those within the same site or document.
    ///
    /// All others are rejected, such as `javascript:` in any notation that browsers understand, and addresses with a
    /// host but no scheme.
    public static let safe = LinkPolicy { $0.href.flatMap(SafeAddress.init)?.text }

    /// Returns the target of a link; nil to render its text only.
    public func target(of link: PortableTextMarkDefinition) -> String? { target(link) }

    /// Returns a sentence about the rejection of a link; nil if a handler decided it.
    package func refusal(of link: PortableTextMarkDefinition) -> String? {
        guard let address = link.href, address.contains(where: { $0 != " " }) else { return "A link has no address." }
        return SafeAddress.refusal(of: address)
    }
}

/// An address that is safe to open.
package struct SafeAddress: Hashable, Sendable {
    /// Schemes that run code, open local files, or wrap another scheme.
    private static let refused: Set<String> = [
        "about", "afp", "blob", "chrome", "data", "feed", "file", "filesystem", "hcp", "its", "jar", "javascript",
        "livescript", "mhtml", "mk", "mocha", "ms-its", "ms-msdt", "nfs", "res", "resource", "search-ms", "shell",
        "smb",
        "vbscript", "view-source", "wyciwyg",
    ]

    /// The address without surrounding spaces.
    package let text: String
    /// The scheme of an absolute address in lower case; nil without one.
    package let scheme: String?

    /// Whether the address has a scheme.
    package var isAbsolute: Bool { scheme != nil }

    /// Creates the address; nil if it could run code or conceal its target.
    package init?(_ address: String) {
        guard case .success(let safe) = Self.checked(address) else { return nil }
        self = safe
    }

    /// Returns a sentence about the rejection of an address; nil if it is accepted.
    package static func refusal(of address: String) -> String? {
        guard case .failure(let refusal) = checked(address) else { return nil }
        return switch refusal {
        case .scheme(let scheme):
            "A link with the scheme \(scheme.quoted) is rendered as text: it could run something or open a file."
        case .unclear: "A link is rendered as text: its address does not say plainly where it leads."
        }
    }

    private enum Refusal: Error {
        case scheme(String)
        case unclear
    }

    private init(text: String, scheme: String?) {
        self.text = text
        self.scheme = scheme
    }

    private static func checked(_ address: String) -> Result<SafeAddress, Refusal> {
        // Browsers remove control characters before they parse the scheme.
        guard !address.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return .failure(.unclear)
        }
        let text = address.trimmingCharacters(in: CharacterSet(charactersIn: " "))
        let bytes = text.utf8
        guard let first = bytes.first else { return .failure(.unclear) }
        // Browsers treat a backslash as a slash, and two slashes start a host name.
        let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        guard !(isSlash(first) && bytes.dropFirst().first.map(isSlash) == true), first != UInt8(ascii: "\\") else {
            return .failure(.unclear)
        }
        let delimiters = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            !bytes[..<colon].contains(where: delimiters.contains)
        else { return .success(SafeAddress(text: text, scheme: nil)) }
        let scheme = text[..<colon].lowercased()
        // A single letter is the drive of a path (RFC 3986, 3.1, for the rest).
        guard scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]+/) != nil,
            !isHost(scheme, before: text[text.index(after: colon)...])
        else { return .failure(.unclear) }
        if refused.contains(scheme) { return .failure(.scheme(scheme)) }
        return .success(SafeAddress(text: text, scheme: scheme))
    }

    /// Returns whether an apparent scheme is a host with a port, such as `example.org:8080/a`.
    private static func isHost(_ scheme: String, before rest: Substring) -> Bool {
        (scheme.contains(".") || scheme == "localhost") && rest.prefixMatch(of: /[0-9]+(?:[\/?#]|$)/) != nil
    }

    /// The name of a destination in the same document; nil for other addresses.
    package var fragment: String? {
        text.hasPrefix("#") ? text.dropFirst().removingPercentEncoding ?? String(text.dropFirst()) : nil
    }
}
