package import FailureModel

/// An address with the scheme http or https, as given by a person.
///
/// The address is never fetched.
package struct WebAddress: Hashable, Sendable {
    /// The address as given.
    package let text: String
    /// The host in lower case, without a trailing dot.
    package let host: String
    /// The path, query and fragment after the host; may be empty.
    package let rest: String

    /// Checks an address.
    ///
    /// An address must not contain white space, control characters, bidirectional controls, which can disguise one
    /// address as another, characters that end it in HTML or running text (`<`, `>`, `"`), or `\`, which browsers read
    /// as `/`. Neither a user name nor a password is allowed.
    ///
    /// - Returns: The address, or `invalid_url` or `text_too_long`.
    package static func checked(_ text: String) -> Result<WebAddress, Failure> {
        if let failure = PortfolioLimits.failure(of: text, "The address", limit: PortfolioLimits.url) {
            return .failure(Failure(failure.code, failure.message))
        }
        guard let address = WebAddress(text) else {
            return .failure(
                Failure(
                    .invalidURL,
                    "The address is not a valid one that begins with http:// or https://, without a name or password."))
        }
        return .success(address)
    }

    /// Parses an http or https address; `nil` if malformed.
    package init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: { text.prefix($0.count).lowercased() == $0 }),
            text.unicodeScalars.allSatisfy(Self.isAllowed)
        else { return nil }
        let behind = text.unicodeScalars.dropFirst(scheme.unicodeScalars.count)
        let end = behind.firstIndex { "/?#".unicodeScalars.contains($0) } ?? behind.endIndex
        var authority = behind[..<end]
        // Text before an @ is a user name, often disguised as a host, or comes with a password, which everyone who
        // receives the portfolio could read.
        guard !authority.contains("@") else { return nil }
        var name = authority
        if authority.first == "[" {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            name = authority[...close]
            authority = authority[authority.index(after: close)...]
        } else {
            let colon = authority.firstIndex(of: ":") ?? authority.endIndex
            name = authority[..<colon]
            authority = authority[colon...]
        }
        let port = authority.dropFirst()
        guard authority.isEmpty || authority.first == ":", port.allSatisfy({ ("0"..."9").contains($0) }) else {
            return nil
        }
        var host = String(String.UnicodeScalarView(name)).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty, !host.hasPrefix("."), !host.contains(".."), host.unicodeScalars.allSatisfy(Self.isInHost)
        else { return nil }
        self.text = text
        self.host = host
        rest = String(String.UnicodeScalarView(behind[end...]))
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        !#"\<>""#.unicodeScalars.contains(scalar) && !scalar.properties.isWhitespace
            && !scalar.properties.isBidiControl && scalar.properties.generalCategory != .control
    }

    private static func isInHost(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "-._:[]".unicodeScalars.contains(scalar)
    }

    /// The platform for the host or its parent domain, such as `github`, or `website`.
    package var platform: String {
        for (domain, platform) in Self.platforms where host == domain || host.hasSuffix("." + domain) {
            return platform
        }
        return Self.website
    }

    /// The platform of all other hosts.
    package static let website = "website"

    private static let platforms: KeyValuePairs = [
        "github.com": "github", "linkedin.com": "linkedin", "instagram.com": "instagram", "twitter.com": "twitter",
        "x.com": "twitter", "youtube.com": "youtube", "youtu.be": "youtube", "tiktok.com": "tiktok",
        "behance.net": "behance", "dribbble.com": "dribbble", "vimeo.com": "vimeo",
    ]

    /// A title derived from the address: the host without `www.`, and the path.
    package var title: String {
        let bare = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        var path = rest.prefix { $0 != "?" && $0 != "#" }
        while path.last == "/" { path.removeLast() }
        let whole = bare + path
        return whole.count <= PortfolioLimits.title ? whole : whole.prefix(PortfolioLimits.title - 1) + "…"
    }
}
