public import Foundation

/// A deep link, `reshuffle://portfolio/ID/SECTION/BLOCK` or a shorter one.
public struct DeepLink: Sendable, Hashable {
    /// The portfolio.
    public var portfolioID: String
    /// The section.
    public var sectionID: String?
    /// The block.
    public var blockID: String?

    /// Reads a link, or returns `nil` for another address.
    public init?(_ url: URL) {
        guard url.scheme?.lowercased() == "reshuffle", url.host?.lowercased() == "portfolio" else { return nil }
        let parts = url.pathComponents.filter { $0 != "/" }
        guard (1...3).contains(parts.count) else { return nil }
        portfolioID = parts[0]
        sectionID = parts.count > 1 ? parts[1] : nil
        blockID = parts.count > 2 ? parts[2] : nil
    }
}
