import Foundation
import ServiceTestSupport
import Testing

@Suite("The description of the project's APIs") struct ProjectDescriptionTests {
    private static let roots = ["/rest/v1/", "/storage/v1/", "/books/v1/"]

    private func isOfProject(_ route: String) -> Bool { Self.roots.contains { route.contains($0) } }

    @Test("every route of rows, pictures and books is described, and every description has its route")
    func routes() async throws {
        try await RunningProject.run(works: false) { project in
            let description = try await project.ask("GET", "/openapi.json").object
            let paths = try #require(description["paths"] as? [String: [String: Any]])
            let described = paths.flatMap { path, item in
                item.keys.filter { $0 != "parameters" }.map { "\($0.uppercased()) \(path)" }
            }.filter(isOfProject)
            // The rest of a path is one parameter there.
            let routes = project.service.routes.filter(isOfProject)
                .map { $0.replacing("**", with: "{path}") }
            #expect(routes.count > 10)
            #expect(Set(described) == Set(routes))
        }
    }
}
