/// The website of the person whom a portfolio presents, recognised without a network.
struct OwnWebsite {
    /// The hosts of the contact's address and email, without `www.`.
    private let hosts: Set<String>
    /// The name in the portfolio's title as one word, for comparison with hosts.
    private let name: String

    /// The titles that people give a link to their own website, in lower case.
    private static let titles: Set<String> = [
        "blog", "home page", "homepage", "my blog", "my homepage", "my portfolio", "my site", "my website",
        "personal site", "personal website", "portfolio", "site", "web", "website",
    ]
    /// The minimum length of a name that identifies a host.
    ///
    /// Shorter ones are part of many words.
    private static let leastName = 5

    /// Creates the website of a portfolio's person.
    init(of manifest: PortfolioManifest) {
        let contact = manifest.contact
        let address = contact.url.flatMap { WebAddress($0.asLine) }.map { Self.bare($0.host) }
        let domain = contact.email?.asLine.split(separator: "@").last.map { $0.lowercased() }
        hosts = Set([address, domain].compactMap(\.self))
        name = manifest.title.words.joined()
    }

    /// Returns whether a link leads to the website.
    ///
    /// Its host is that of the contact or contains the portfolio's title, or its title says so. A titled
    /// page below the host is content, such as a project. A platform is never the own website.
    func includes(_ address: WebAddress, title: String?) -> Bool {
        guard address.platform == WebAddress.website else { return false }
        let host = Self.bare(address.host)
        let isWhole = address.rest.allSatisfy { $0 == "/" }
        let saysSo = title.map { Self.titles.contains($0.words.joined(separator: " ")) } ?? false
        if hosts.contains(host) { return isWhole || saysSo || title == nil }
        return isWhole && (saysSo || name.count >= Self.leastName && host.words.joined().contains(name))
    }

    private static func bare(_ host: String) -> String { host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }
}
