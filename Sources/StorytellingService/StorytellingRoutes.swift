package import HTTPService
package import Hummingbird
package import StorytellingSQLite

/// The routes by which apps of families sign in, read and write rows, and keep pictures: those of a Supabase project.
package struct StorytellingRoutes: Sendable {
    private let families: FamilyStore
    private let callers: any ProjectCallers
    private let service: ServiceParts

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - families: the rows.
    ///   - callers: knows who bears a token.
    ///   - service: the parts of the service that all domains share.
    package init(_ families: FamilyStore, callers: any ProjectCallers, _ service: ServiceParts) {
        self.families = families
        self.callers = callers
        self.service = service
    }
}

extension StorytellingRoutes: ServiceDomain {
    package var rootPaths: [String] { ["/auth/v1/", "/rest/v1/", "/storage/v1/", "/realtime/v1/"] }

    package func add(toRoot root: RouterGroup<ServiceContext>) {
    }
}
