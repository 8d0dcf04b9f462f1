package import Formwright
package import HTTPService
package import Hummingbird
import StorytellingResources
package import StorytellingSQLite

/// The routes by which apps of families sign in, read and write rows, and keep pictures: those of a Supabase project.
package struct StorytellingRoutes: Sendable {
    private let rows: RowRoutes
    private let pictures: PictureRoutes

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - families: the rows.
    ///   - system: has the documents of pictures.
    ///   - callers: knows who bears a token.
    ///   - addresses: those of pictures in the rows; they begin to use the service's key and public address.
    ///   - service: the parts of the service that all domains share.
    package init(
        _ families: FamilyStore, _ system: LocalSystem, callers: any ProjectCallers, addresses: PictureAddresses,
        _ service: ServiceParts
    ) {
        addresses.use(service.links, publicURL: service.access.publicURL)
        rows = RowRoutes(FamilyRowStore(families), callers: callers)
        pictures = PictureRoutes(families, system, callers: callers, service)
    }
}

extension StorytellingRoutes: ServiceDomain {
    package var rootPaths: [String] { ["/auth/v1/", "/rest/v1/", "/storage/v1/", "/realtime/v1/"] }

    package var pageFiles: [String: [UInt8]] { StorytellingResources.files }

    package func add(toRoot root: RouterGroup<ServiceContext>) {
        rows.add(to: root)
        pictures.add(to: root)
    }
}
