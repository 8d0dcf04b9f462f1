import Foundation
import HTTPService
import Families
import Synchronization

/// Creates the URLs of pictures under an origin.
final class PictureSigner: Sendable {
    private let links: SignedLinks
    private let origin: String
    private let signed = Mutex(SignedURLs(limit: 10_000))

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - links: Signs the URLs.
    ///   - origin: The origin of the URLs.
    init(_ links: SignedLinks, origin: String) {
        self.links = links
        self.origin = origin
    }

    /// Returns the absolute URL of a picture, constant for a period of the links.
    func url(of picture: PictureLinks.Reference, at now: Date) -> String {
        let period = links.period(at: now)
        // Concurrent threads sign again, which takes less time than waiting for each other.
        let known = signed.withLockIfAvailable { $0.url(of: picture, in: period) }
        if case let url?? = known { return url }
        let path = PictureAddresses.path(of: picture.picture, picture.rendition)
        let url = "\(origin)\(path)?token=\(links.stableToken(for: path, at: now))"
        _ = signed.withLockIfAvailable { $0.keep(url, of: picture, in: period) }
        return url
    }
}
