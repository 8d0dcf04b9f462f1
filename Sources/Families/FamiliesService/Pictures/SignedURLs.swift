package import Families

/// The URLs of pictures that were signed in the running period, up to a number of them.
///
/// A feed shows the same pictures to a whole family again and again, and a URL stays the same for a period. With the next
/// period all of them are forgotten, and also when there are too many.
package struct SignedURLs: Sendable {
    private let limit: Int
    private var urls: [PictureLinks.Reference: String] = [:]
    private var period = -Double.infinity

    /// Creates an empty collection.
    ///
    /// - Parameter limit: how many URLs are kept; one has about 200 bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// How many URLs are kept now.
    package var count: Int { urls.count }

    /// Returns the URL of a picture that was kept in a period.
    package func url(of picture: PictureLinks.Reference, in period: Double) -> String? {
        period == self.period ? urls[picture] : nil
    }

    /// Keeps the URL of a picture in a period.
    package mutating func keep(_ url: String, of picture: PictureLinks.Reference, in period: Double) {
        if period != self.period || urls.count >= limit { urls.removeAll() }
        self.period = period
        urls[picture] = url
    }
}
