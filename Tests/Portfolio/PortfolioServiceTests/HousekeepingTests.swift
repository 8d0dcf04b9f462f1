import LocalStore
import Foundation
import Logging
import Pipeline
import Portfolio
import PortfolioInputs
import PortfolioService
import ServiceTestSupport
import SQLTestSupport
import Testing

@Suite("Unused uploads", .onEveryEngine, .timeLimit(.minutes(30))) struct HousekeepingTests {
    @Test("an upload that no portfolio shows goes after a week, with its bytes; others stay")
    func removal() async throws {
        try await ServiceHarness.run { service in
            let used = try await service.path("used")
            let id = try await service.generate([ServiceHarness.file(used)]).portfolio().portfolio.portfolioID
            let unused = try await service.path("unused")
            let failed = try await service.path("bad")
            let housekeeping = UploadHousekeeping(
                service.system, clock: service.clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            // Until their analyses have ended.
            for path in [unused, failed] {
                _ = try await service.system.client.settled(
                    try #require(DocumentID(String(path.dropFirst(9)))), in: .owner(.local))
            }
            #expect(try await housekeeping.keep() == 0)
            service.clock.advance(by: .seconds(7 * 86_400 - 60))
            #expect(try await housekeeping.keep() == 0)
            service.clock.advance(by: .seconds(120))
            #expect(try await housekeeping.keep() == 2)
            #expect(try await service.count(PortfolioInputKind.name) == 1)
            let answer = try await service.generate([ServiceHarness.file(unused), ServiceHarness.file(used)])
            #expect(try answer.portfolio().failures.map { "\($0.index) \($0.code)" } == ["0 content_unknown"])
            let portfolio = try await service.ask("GET", "/api/portfolios/\(id)")
            #expect(portfolio.status == 200)
        }
    }
}
