import FormsDomain
package import LocalStore
import Artworks
import FailureModel
package import Foundation
package import HTTPService
import HTTPTypes
package import Hummingbird
import Pipeline
import PipelineSQL
import RowQuery
import Families
package import FamiliesSQL

/// The routes for pictures, compatible with Supabase's storage, under `/storage/v1`.
///
/// There is one private bucket, `artworks`. The first folder of a name is the ID of the picture's family.
package struct PictureRoutes: Sendable {
    let families: FamilyStore
    let client: PipelineClient
    let served: ServedPictures
    let service: ServiceParts
    let now: @Sendable () -> Date
    private let callers: any ProjectCallers
    private let table: ErrorTable

    /// The maximum size of a JSON body in bytes.
    static let bodyLimit = 1 << 20
    /// The maximum number of pictures named or listed in a request.
    static let pictureLimit = 1_000

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - families: The rows with the pictures' names.
    ///   - system: The store of their documents and bytes.
    ///   - callers: Identifies the bearers of tokens.
    ///   - service: The parts of the service that all domains share.
    ///   - patience: The maximum time to wait for a picture that is still being cleaned.
    ///   - now: Returns the time for the validity of links and of new rows; `nil` for the store's clock.
    package init(
        _ families: FamilyStore, _ system: LocalSystem, callers: any ProjectCallers, _ service: ServiceParts,
        patience: Duration = .seconds(10), now: (@Sendable () -> Date)? = nil
    ) {
        self.families = families
        self.callers = callers
        self.service = service
        self.now = now ?? { families.clock.now.date }
        client = system.client
        served = ServedPictures(store: system.store, artefacts: system.artefacts, patience: patience)
        table = ErrorTable(ErrorRow.common, ErrorRow.pipeline, ErrorRow.httpService, ErrorRow.artworks)
    }

    /// Adds the routes.
    package func add(to root: RouterGroup<ServiceContext>) {
        let objects = root.group("storage/v1/object").add(middleware: WireErrors(answer))
        objects.get("public/**", use: refusePublic)
        objects.get("info/:bucket/**", use: info)
        objects.post("list/:bucket", use: list)
        objects.post("sign/:bucket", use: signAll)
        objects.post("sign/:bucket/**", use: sign)
        objects.get("sign/:bucket/**", use: open)
        objects.post(":bucket/**", use: upload)
        objects.put(":bucket/**", use: replace)
        objects.get(":bucket/**", use: download)
        objects.delete(":bucket", use: remove)
    }

    // MARK: Reading

    @Sendable private func refusePublic(_ request: Request, _ context: ServiceContext) async throws -> Response {
        throw StorageFailure.noBucket
    }

    @Sendable private func download(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let caller = try await caller(of: request, context)
        let picture = try await picture(try Self.name(request, behind: "object/\(PictureAddresses.bucket)"), as: caller)
        return try await served.response(to: request, context, picture, .picture)
    }

    @Sendable private func info(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let caller = try await caller(of: request, context)
        let name = try Self.name(request, behind: "object/info/\(PictureAddresses.bucket)")
        let picture = try await picture(name, as: caller)
        return JSONResponse.make(PictureInfo(picture, clean: try await served.clean(picture)))
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let caller = try await caller(of: request, context, isReading: true)
        let listing = try await request.json(PictureListing.self, context, upTo: Self.bodyLimit)
        let folder = listing.folder
        guard folder.utf8.count <= PictureName.longest else { throw StorageFailure.invalidName }
        let pictures = try await families.read { rows, db in
            try rows.pictures(in: folder, limit: Self.pictureLimit, as: caller.rows, db)
        }
        return JSONResponse.make(listing.entries(of: pictures))
    }

    // MARK: Common

    /// Identifies the caller, and checks that the request is for the only bucket.
    func caller(
        of request: Request, _ context: ServiceContext, isReading: Bool = false
    ) async throws -> ProjectCaller {
        let caller = try await callers.caller(of: request, isReading: isReading)
        try Self.checkBucket(context)
        return caller
    }

    static func checkBucket(_ context: ServiceContext) throws(StorageFailure) {
        guard context.parameters.get("bucket") == PictureAddresses.bucket else { throw .noBucket }
    }

    /// Returns a picture if the caller may see it.
    func picture(_ name: String, as caller: ProjectCaller) async throws -> StoredPicture {
        let found = try await families.read { rows, db in try rows.pictures(named: [name], as: caller.rows, db).first }
        guard let found else { throw StorageFailure.notFound }
        return found
    }

    /// Returns the name in a request's path.
    ///
    /// The router does not parse it, because it would drop empty parts.
    static func name(_ request: Request, behind place: String) throws(StorageFailure) -> String {
        let start = "\(PictureAddresses.root)/\(place)/"
        guard request.uri.path.hasPrefix(start),
            let name = String(request.uri.path.dropFirst(start.count)).removingPercentEncoding,
            let kept = PictureName.kept(name)
        else { throw .invalidName }
        return kept
    }

    /// Converts an error to the format of the storage.
    @Sendable private func answer(_ error: any Error, _ request: Request, _ context: ServiceContext) -> Response {
        switch error {
        case let error as StorageFailure: return error.response
        case let error as ProjectTokenError: return StorageFailure(error).response
        case let error as RowQueryError: return StorageFailure(error).response
        case StoreError.documentUnknown: return StorageFailure.notFound.response
        default: break
        }
        let (failure, headers) = WireErrors.failure(error)
        let status = table.httpStatus(of: failure.code)
        if status >= 500 { WireErrors.log(failure, context) }
        return StorageFailure(failure, status: status, headers: headers).response
    }
}
