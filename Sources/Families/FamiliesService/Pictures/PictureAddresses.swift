package import Foundation
package import HTTPService
package import Families
import Synchronization

/// The URLs under which pictures are read, and what URLs of ours mean that clients write.
///
/// They are signed, since `AsyncImage` and `<img>` send no headers, and name a picture by its ID: names of files are nobody's
/// business but the family's. Rows are read by the database's own threads, so the address is known here.
package final class PictureAddresses: Sendable {
    private struct State {
        var links: SignedLinks?
        var origin: String?
        var loopbackPort: Int?
    }

    private let state = Mutex(State())
    /// Known as soon as links and origin are.
    private let signer = AtomicLazyReference<PictureSigner>()
    private let now: @Sendable () -> Date

    /// The path of what leads to pictures.
    static let root = "/storage/v1"
    /// The only bucket.
    static let bucket = "artworks"
    /// What stands behind the ID of a picture whose thumbnail is meant.
    static let thumbnail = "thumb.jpg"

    /// Creates addresses that are not known yet.
    ///
    /// - Parameter now: decides how long URLs are valid.
    package init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Gives the key by which URLs are signed, and the address behind a proxy if there is one.
    package func use(_ links: SignedLinks, publicURL: PublicURL?) {
        state.withLock { state in
            state.links = links
            state.origin = publicURL?.origin ?? state.origin
            signIfPossible(state)
        }
    }

    /// Gives the port on which the service listens, which makes the address of one without a public one.
    package func listens(on port: Int) {
        state.withLock { state in
            state.loopbackPort = port
            state.origin = state.origin ?? "http://127.0.0.1:\(port)"
            signIfPossible(state)
        }
    }

    /// The links in rows.
    package var links: PictureLinks {
        PictureLinks(reference: { self.reference($0) }, link: { id, rendition in self.url(of: id, rendition) })
    }

    // MARK: URLs of ours

    /// The path that a signature is for.
    static func path(of id: String, _ rendition: PictureLinks.Rendition) -> String {
        let path = "\(root)/object/sign/\(bucket)/\(id)"
        return rendition == .thumbnail ? "\(path)/\(thumbnail)" : path
    }

    /// Returns the ID, in small letters, and the file that such a path is of; nil for another path.
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

    /// Returns the absolute URL of a picture, which stays the same for an hour; its ID before the service listens.
    private func url(of id: String, _ rendition: PictureLinks.Rendition) -> String {
        signer.load()?.url(of: PictureLinks.Reference(id, rendition), at: now()) ?? id
    }

    private func signIfPossible(_ state: State) {
        guard let links = state.links, let origin = state.origin else { return }
        _ = signer.storeIfNil(PictureSigner(links, origin: origin))
    }

    // MARK: What clients write

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

    /// Returns the path of a URL of ours, without the query; nil for any other text.
    private func path(of url: String) -> String? {
        let (origin, port) = state.withLock { ($0.origin, $0.loopbackPort) }
        var origins = [origin].compactMap(\.self)
        // A program on this machine may call it by another name.
        if let port { origins += ["127.0.0.1", "localhost", "[::1]"].map { "http://\($0):\(port)" } }
        guard let origin = origins.first(where: { url.hasPrefix($0 + "/") }) else { return nil }
        return String(url.dropFirst(origin.count).prefix { $0 != "?" && $0 != "#" })
    }

    private static func suffix(of path: String, behind place: String) -> String? {
        path.hasPrefix(root + place) ? String(path.dropFirst((root + place).count)) : nil
    }
}
