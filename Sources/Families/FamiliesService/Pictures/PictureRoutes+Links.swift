import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Pipeline
import Families
import FamiliesSQL

/// Links that open a picture for a limited time without headers.
extension PictureRoutes {
    /// The maximum lifetime of a link in seconds: a year.
    private static let longestLifetime = 31_536_000

    /// The requested lifetime of links, as a number or text.
    private struct Lifetime: Decodable {
        let seconds: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let number = (try? container.decode(Int.self)) ?? (try? container.decode(String.self)).flatMap { Int($0) }
            guard let number, (1...longestLifetime).contains(number) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number of seconds")
            }
            seconds = number
        }
    }

    private struct Signing: Decodable {
        let expiresIn: Lifetime
    }

    private struct SigningOfAll: Decodable {
        let expiresIn: Lifetime
        let paths: [String]
    }

    private struct Signed: Encodable {
        let signedURL: String
    }

    /// A link, or the reason for its absence.
    private struct SignedPath: Encodable {
        let path: String
        let signedURL: String?

        private enum CodingKeys: CodingKey {
            case error, path, signedURL
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            let error = signedURL == nil ? "Either the object does not exist or you do not have access to it" : nil
            // Clients expect all three, so missing ones are null.
            try container.encode(error, forKey: .error)
            try container.encode(path, forKey: .path)
            try container.encode(signedURL, forKey: .signedURL)
        }
    }

    @Sendable func sign(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let caller = try await caller(of: request, context, isReading: true)
        let name = try Self.name(request, behind: "object/sign/\(PictureAddresses.bucket)")
        let signing = try await request.json(Signing.self, context, upTo: Self.bodyLimit)
        let picture = try await picture(name, as: caller)
        return JSONResponse.make(Signed(signedURL: link(to: picture, for: signing.expiresIn)))
    }

    @Sendable func signAll(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let caller = try await caller(of: request, context, isReading: true)
        let signing = try await request.json(SigningOfAll.self, context, upTo: Self.bodyLimit)
        guard signing.paths.count <= Self.pictureLimit else {
            throw StorageFailure.invalidRequest("A request signs at most \(Self.pictureLimit) links.")
        }
        let names = signing.paths.map { PictureName.kept($0) }
        let found = try await families.read { rows, db in
            try rows.pictures(named: names.compactMap(\.self), as: caller.rows, db)
        }
        let pictures = Dictionary(found.map { ($0.name, $0) }) { first, _ in first }
        return JSONResponse.make(
            zip(signing.paths, names).map { path, name in
                let picture = name.flatMap { pictures[$0] }
                return SignedPath(path: path, signedURL: picture.map { link(to: $0, for: signing.expiresIn) })
            })
    }

    /// Returns a link to a picture relative to the storage, as clients expect it.
    private func link(to picture: StoredPicture, for lifetime: Lifetime) -> String {
        let path = PictureAddresses.path(of: picture.id, .picture)
        let token = service.links.token(for: path, until: now().addingTimeInterval(TimeInterval(lifetime.seconds)))
        return "\(path.dropFirst(PictureAddresses.root.count))?token=\(token)"
    }

    @Sendable func open(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try Self.checkBucket(context)
        guard let (id, rendition) = PictureAddresses.picture(ofPath: request.uri.path) else {
            throw StorageFailure.invalidLink
        }
        let tokens = request.uri.queryParameters[values: "token"]
        do throws(Failure) {
            guard tokens.count == 1, let token = tokens.first else { throw Failure(.linkInvalid, "") }
            try service.links.check(PictureAddresses.path(of: id, rendition), token: String(token), at: now())
        } catch {
            throw StorageFailure.invalidLink
        }
        guard let picture = try await families.read({ rows, db in try rows.linkedPicture(id, db) }) else {
            throw StorageFailure.notFound
        }
        return try await served.response(to: request, context, picture, rendition)
    }
}
