import Values
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

    /// Accepts addresses of all schemes that neither run something nor open what is on the reader's machine, such as those
    /// of apps (`myapp://open/5`), and addresses within the same site or document.
    ///
    /// Everything else is refused, such as `javascript:` in any notation that browsers understand, and addresses without
    /// a scheme that name a host.
    public static let safe = LinkPolicy { $0.href.flatMap(SafeAddress.init)?.text }

    /// Returns the target of a link, or nil if its text is rendered without a link.
    public func target(of link: PortableTextMarkDefinition) -> String? { target(link) }

    /// Why a link whose text is rendered without a link is none, as a sentence; nil if that was a handler's own decision.
    package func refusal(of link: PortableTextMarkDefinition) -> String? {
        guard let address = link.href, address.contains(where: { $0 != " " }) else { return "A link has no address." }
        return SafeAddress.refusal(of: address)
    }
}

/// An address that runs nothing when it is opened.
package struct SafeAddress: Hashable, Sendable {
    /// Schemes that run something, open what is on the reader's machine, or hide another scheme.
    private static let refused: Set<String> = [
        "about", "afp", "blob", "chrome", "data", "feed", "file", "filesystem", "hcp", "its", "jar", "javascript",
        "livescript", "mhtml", "mk", "mocha", "ms-its", "ms-msdt", "nfs", "res", "resource", "search-ms", "shell",
        "smb",
        "vbscript", "view-source", "wyciwyg",
    ]

    /// The address without surrounding spaces.
    package let text: String
    /// The scheme in lower case, with which the address means the same wherever it is written; nil without one.
    package let scheme: String?

    /// Whether the address has a scheme.
    package var isAbsolute: Bool { scheme != nil }

    /// Creates the address, or nil if it could run something or hide where it leads.
    package init?(_ address: String) {
        guard case .success(let safe) = Self.checked(address) else { return nil }
        self = safe
    }

    /// Why an address is refused, as a sentence; nil if it is not.
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
        // Browsers remove control characters before they look for a scheme.
        guard !address.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return .failure(.unclear)
        }
        let text = address.trimmingCharacters(in: CharacterSet(charactersIn: " "))
        let bytes = text.utf8
        guard let first = bytes.first else { return .failure(.unclear) }
        // Browsers read a reverse solidus as a solidus, and two of them begin the name of a host.
        let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        guard !(isSlash(first) && bytes.dropFirst().first.map(isSlash) == true), first != UInt8(ascii: "\\") else {
            return .failure(.unclear)
        }
        let delimiters = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            !bytes[..<colon].contains(where: delimiters.contains)
        else { return .success(SafeAddress(text: text, scheme: nil)) }
        let scheme = text[..<colon].lowercased()
        // One letter is the drive of a path (RFC 3986, 3.1, for the rest).
        guard scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]+/) != nil,
            !isHost(scheme, before: text[text.index(after: colon)...])
        else { return .failure(.unclear) }
        if refused.contains(scheme) { return .failure(.scheme(scheme)) }
        return .success(SafeAddress(text: text, scheme: scheme))
    }

    /// Whether what looks like a scheme is a host with its port, such as `example.org:8080/a`.
    private static func isHost(_ scheme: String, before rest: Substring) -> Bool {
        (scheme.contains(".") || scheme == "localhost") && rest.prefixMatch(of: /[0-9]+(?:[\/?#]|$)/) != nil
    }

    /// The name of the place in the same document to which the address leads; nil if it leads elsewhere.
    package var fragment: String? {
        text.hasPrefix("#") ? text.dropFirst().removingPercentEncoding ?? String(text.dropFirst()) : nil
    }
}
