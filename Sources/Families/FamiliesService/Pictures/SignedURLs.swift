package import Families

/// A bounded cache of signed picture URLs for the current period.
///
/// A feed shows the same pictures to a whole family repeatedly, and a URL is constant for a period. The cache is
/// cleared when a new period begins, and when it is full.
package struct SignedURLs: Sendable {
    private let limit: Int
    private var urls: [PictureLinks.Reference: String] = [:]
    private var period = -Double.infinity

    /// Creates an empty cache.
    ///
    /// - Parameter limit: The maximum number of URLs of about 200 bytes each.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The current number of URLs.
    package var count: Int { urls.count }

    /// Returns the cached URL of a picture in a period.
    package func url(of picture: PictureLinks.Reference, in period: Double) -> String? {
        period == self.period ? urls[picture] : nil
    }

    /// Caches the URL of a picture in a period.
    package mutating func keep(_ url: String, of picture: PictureLinks.Reference, in period: Double) {
        if period != self.period || urls.count >= limit { urls.removeAll() }
        self.period = period
        urls[picture] = url
    }
}
