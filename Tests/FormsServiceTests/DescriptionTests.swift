import FailureModel
import Foundation
import HTTPService
import TestSupport
import Testing

@Suite("The description of the service") struct DescriptionTests {
    /// The methods and paths in docs/openapi.yaml, read by their indentation.
    private static func described() throws -> Set<String> {
        let text = try String(contentsOf: Repository.url("docs/openapi.yaml"), encoding: .utf8)
        let paths = try #require(
            text.components(separatedBy: "\npaths:\n").last?.components(separatedBy: "\ncomponents:").first)
        var routes: Set<String> = []
        var path = ""
        for line in paths.split(separator: "\n") {
            if let match = line.wholeMatch(of: /\ \ (\/\S*):/) { path = String(match.1) }
            if let match = line.wholeMatch(of: /\ \ \ \ (get|post|put|delete|patch):/) {
                routes.insert("\(match.1.uppercased()) \(path)")
            }
        }
        return routes
    }

    @Test("every route is described, and every description has its route")
    func routes() async throws {
        let described = try Self.described()
        #expect(described.count > 10)
        try await RunningService.run(works: false) { service in
            let routes = Set(service.routes.map { $0.replacing(/:(\w+)/) { "{\($0.1)}" } })
            #expect(routes == described)
        }
    }

    @Test("every error code of the service has a row in docs/errors.md")
    func errors() throws {
        let text = try String(contentsOf: Repository.url("docs/errors.md"), encoding: .utf8)
        for row in ErrorRow.httpService { #expect(text.contains("| `\(row.code)` |")) }
    }
}
