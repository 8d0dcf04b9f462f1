import Foundation
import HTTPService
import LocalStore
import Pipeline
import SQLTestSupport
import ServiceTestSupport
import Testing
import Users

/// Which pages the navigation names, and which stand under “More”.
@Suite("Navigation", .onEveryEngine, .timeLimit(.minutes(30))) struct NavigationTests {
    private static let page = ["Accept": "text/html", "Sec-Fetch-Site": "same-origin"]

    /// The titles in the navigation of a page, and those under “More”.
    private static func titles(
        _ service: ServiceHarness, _ path: String, _ headers: [String: String] = page
    ) async throws -> [[String]] {
        let body = try await service.exchange("GET", path, headers).body
        let nav = try #require(body.firstMatch(of: /(?s)<nav aria-label="Main">(.*?)<\/nav>/)).1
        return "\(nav)".components(separatedBy: "<details").map { part in
            part.matches(of: /<a href="[^"]*">([^<]*)<\/a>/).map { String($0.1) }
        }
    }

    private static func add(_ kind: KindName, to owner: OwnerID, _ service: ServiceHarness) async throws {
        _ = try await service.system.client.importDocument(
            FormsServiceTests.small(), owner: owner, kind: kind, fileName: "a", mediaType: "application/pdf")
    }

    @Test("forms are always named; other kinds are once the user has something of them, and while their page is open")
    func inUse() async throws {
        try await ServiceHarness.run(works: false) { service in
            let (trading, portfolios) = ("Trading accounts", "Portfolios")
            #expect(try await Self.titles(service, "/") == [["Documents", "Forms"], [trading, portfolios]])
            #expect(try await Self.titles(service, "/accounts") == [["Documents", "Forms", trading], [portfolios]])
            #expect(
                try await Self.titles(service, "/portfolios/new") == [["Documents", "Forms", portfolios], [trading]])
            try await Self.add("portfolio", to: "somebody", service)
            #expect(try await Self.titles(service, "/") == [["Documents", "Forms"], [trading, portfolios]])
            try await Self.add("portfolio", to: .local, service)
            #expect(try await Self.titles(service, "/") == [["Documents", "Forms", portfolios], [trading]])
            try await Self.add("account-file", to: .local, service)
            #expect(try await Self.titles(service, "/") == [["Documents", "Forms", trading, portfolios]])
        }
    }

    @Test("a kind that the settings name is in the navigation")
    func named() async throws {
        for pipeline in ["kinds: {portfolio: {filling: [typeset]}}", "portfolio: {}"] {
            try await ServiceHarness.run(works: false, pipeline: pipeline) { service in
                let titles = try await Self.titles(service, "/")
                #expect(titles == [["Documents", "Forms", "Portfolios"], ["Trading accounts"]], "\(pipeline)")
            }
        }
    }
}
