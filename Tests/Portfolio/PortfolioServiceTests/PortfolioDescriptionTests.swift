import Foundation
import ServiceTestSupport
import Testing

@Suite("The description of the routes of portfolios") struct PortfolioDescriptionTests {
    private func isOfPortfolio(_ route: String) -> Bool {
        route.contains("/api/content/") || route.contains("/api/portfolios") || route.contains("/api/media/")
    }

    @Test("every route is described, and every description has its route")
    func routes() async throws {
        try await ServiceHarness.run(works: false) { service in
            let description = try await service.ask("GET", "/openapi.json").object
            let paths = try #require(description["paths"] as? [String: [String: Any]])
            let described = paths.flatMap { path, item in
                item.keys.filter { $0 != "parameters" }.map { "\($0.uppercased()) \(path)" }
            }.filter(isOfPortfolio)
            let routes = service.routes.filter(isOfPortfolio)
            #expect(routes.count > 15)
            #expect(Set(described) == Set(routes))
        }
    }
}
