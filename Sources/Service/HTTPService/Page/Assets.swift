import LibCrypto
import FailureModel
import Files
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Files that pages load: the built-in scripts, styles and pictures.
///
/// Their addresses contain a checksum of all of them as a folder. A browser may therefore cache them forever, and
/// modules that import each other by relative addresses are all of one version.
package struct Assets: Sendable {
    private struct Asset {
        let bytes: ByteBuffer
        let mediaType: String
    }

    private let assets: [String: Asset]
    private let checksum: String

    /// The folder of the assets' addresses, without a trailing slash.
    package var folder: String { Self.root + checksum }

    /// The beginning of the assets' addresses.
    static let root = "/assets/"

    /// Creates the assets.
    ///
    /// - Parameter files: the files by name; types that pages do not load are skipped.
    package init(_ files: [String: [UInt8]]) {
        var digest = SHA256()
        var assets: [String: Asset] = [:]
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            guard let mediaType = Self.mediaType(of: name) else { continue }
            digest.update(data: Data("\(name)\n\(bytes.count)\n".utf8))
            digest.update(data: bytes)
            assets[name] = Asset(bytes: ByteBuffer(bytes: bytes), mediaType: mediaType)
        }
        self.assets = assets
        checksum = String(Hexadecimal.text(digest.finalize()).prefix(16))
    }

    private static func mediaType(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "mjs": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: nil
        }
    }

    /// Adds the route of the assets.
    func add(to router: RouterGroup<ServiceContext>) {
        router.get("assets/:checksum/:name") { request, context in
            try response(to: request, context)
        }
    }

    private func response(to request: Request, _ context: ServiceContext) throws -> Response {
        // Assets of another version must not be mixed with these.
        guard context.parameters.get("checksum") == checksum, let name = context.parameters.get("name"),
            let asset = assets[name]
        else { throw Failure(.notFound, "There is nothing at this address.") }
        let tag = "\"\(checksum)\""
        var headers: HTTPFields = [.eTag: tag, .cacheControl: "public, max-age=31536000, immutable"]
        if let known = request.headers[.ifNoneMatch], ArtefactResponse.matches(known, tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = asset.mediaType
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: asset.bytes))
    }
}
