package import Foundation
package import HTTPService
package import Families
import Synchronization

/// Creates the signed URLs of pictures, and interprets those that clients write.
///
/// URLs are signed, because `AsyncImage` and `<img>` send no headers, and identify a picture by its ID, because file
/// names are private to the family. Rows are read on database threads, so the address is stored here.
package final class PictureAddresses: Sendable {
    private struct State {
        var links: SignedLinks?
        var origin: String?
        /// The addresses of the service for programs on this machine.
        var loopbackOrigins: [String] = []
    }

    private let state = Mutex(State())
    /// The signer, available once links and origin are known.
    private let signer = AtomicLazyReference<PictureSigner>()
    private let now: @Sendable () -> Date

    /// The path prefix of pictures.
    static let root = "/storage/v1"
    /// The only bucket.
    static let bucket = "artworks"
    /// The path suffix for the thumbnail after the ID of a picture.
    static let thumbnail = "thumb.jpg"

    /// Creates addresses, which are incomplete at first.
    ///
    /// - Parameter now: Returns the time for the validity of URLs.
    package init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Sets the key for signing URLs, and the public address behind a proxy, if any.
    package func use(_ links: SignedLinks, publicURL: PublicURL?) {
        state.withLock { state in
            state.links = links
            state.origin = publicURL?.origin ?? state.origin
            signIfPossible(state)
        }
    }

    /// Sets the port of the service, the basis of its address without a public one.
    ///
    /// - Parameters:
    ///   - port: the port.
    ///   - origin: the address of a service that encrypts its connections itself; `nil` for others.
    package func listens(on port: Int, at origin: String? = nil) {
        state.withLock { state in
            let scheme = origin == nil ? "http" : "https"
            state.loopbackOrigins = ["127.0.0.1", "localhost", "[::1]"].map { "\(scheme)://\($0):\(port)" }
            state.origin = state.origin ?? origin ?? state.loopbackOrigins[0]
            signIfPossible(state)
        }
    }

    /// The links in rows.
    package var links: PictureLinks {
        PictureLinks(reference: { self.reference($0) }, link: { id, rendition in self.url(of: id, rendition) })
    }

    // MARK: Own URLs

    /// Returns the path to be signed.
    static func path(of id: String, _ rendition: PictureLinks.Rendition) -> String {
        let path = "\(root)/object/sign/\(bucket)/\(id)"
        return rendition == .thumbnail ? "\(path)/\(thumbnail)" : path
    }

    /// Returns the lower-case ID and the file of such a path; `nil` for other paths.
    static func picture(ofPath path: String) -> (id: String, rendition: PictureLinks.Rendition)? {
        guard let rest = suffix(of: path, behind: "/object/sign/\(bucket)/") else { return nil }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard let id = parts.first, UUID(uuidString: String(id)) != nil else { return nil }
        switch parts.dropFirst() {
        case []: return (id.lowercased(), .picture)
        case [thumbnail[...]]: return (id.lowercased(), .thumbnail)
        default: return nil
        }
    }

    /// Returns the absolute URL of a picture, constant for an hour.
    ///
    /// It returns the ID before the service listens.
    private func url(of id: String, _ rendition: PictureLinks.Rendition) -> String {
        signer.load()?.url(of: PictureLinks.Reference(id, rendition), at: now()) ?? id
    }

    private func signIfPossible(_ state: State) {
        guard let links = state.links, let origin = state.origin else { return }
        _ = signer.storeIfNil(PictureSigner(links, origin: origin))
    }

    // MARK: URLs from clients

    private func reference(_ text: String) -> PictureLinks.Reference? {
        guard text.utf8.count <= 4_096 else { return nil }
        guard let path = path(of: text) else { return PictureName.kept(text).map { PictureLinks.Reference($0) } }
        if let picture = Self.picture(ofPath: path) { return PictureLinks.Reference(picture.id, picture.rendition) }
        for place in ["/object/\(Self.bucket)/", "/object/public/\(Self.bucket)/"] {
            guard let rest = Self.suffix(of: path, behind: place) else { continue }
            return rest.removingPercentEncoding.flatMap(PictureName.kept).map { PictureLinks.Reference($0) }
        }
        return nil
    }

    /// Returns the path of one of our URLs without the query, or `nil`.
    private func path(of url: String) -> String? {
        // A program on this machine may use another name for it.
        let origins = state.withLock { [$0.origin].compactMap(\.self) + $0.loopbackOrigins }
        guard let origin = origins.first(where: { url.hasPrefix($0 + "/") }) else { return nil }
        return String(url.dropFirst(origin.count).prefix { $0 != "?" && $0 != "#" })
    }

    private static func suffix(of path: String, behind place: String) -> String? {
        path.hasPrefix(root + place) ? String(path.dropFirst((root + place).count)) : nil
    }
}
