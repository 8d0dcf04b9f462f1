import ServiceTestSupport
import SQLTestSupport
import TradingDomain
import Foundation
import HTTPService
import Testing

@Suite("The reconciliation of accounts over HTTP", .onEveryEngine, .timeLimit(.minutes(30)))
struct ReconciliationRouteTests {
    @Test("what became of the lines is answered to the owner, once there are figures")
    func reconciliation() async throws {
        try await ServiceHarness.run(
            settings: ServiceSettings(bind: "0.0.0.0", port: 0), users: ["ada", "bob"]
        ) { service in
            let (ada, bob) = (try await service.appLogin("ada"), try await service.appLogin("bob"))
            let path = "/api/accounts/depot/reconciliation"
            #expect(try await service.exchange("GET", path, ada).error == "collection_unknown")
            let trades = "2025-01-01,DEPOSIT,,,100,,USD,T0,\n2025-01-02,BUY,AAPL,1,50,1,USD,T1,\n"
            let files = [
                "depot.trades.csv": TestAccount.head + trades,
                "again.trades.csv": TestAccount.head + "2025-01-02,BUY,AAPL,1,50,1,USD,T1,\n",
            ]
            let wrong = ["wrong.trades.csv": "x"]
            _ = try await service.upload(files.merging(wrong) { $1 }, to: "depot", ada)
            _ = try await service.settled("depot", ada)
            let answer = try await service.exchange("GET", path + "/", ada)
            #expect(answer.status == 200)
            let report = try JSONDecoder().decode(ReconciliationReport.self, from: Data(answer.body.utf8))
            #expect(report.duplicateCount == 1 && report.duplicates.first?.isMatchedByID == true)
            #expect(report.unreadFiles.map(\.name) == ["wrong.trades.csv"] && report.differences.isEmpty)
            let tag = try #require(answer.headers["etag"])
            #expect(try await service.exchange("GET", path, ada.merging(["If-None-Match": tag]) { $1 }).status == 304)
            #expect(try await service.exchange("GET", path, bob).error == "collection_unknown")
            #expect(try await service.exchange("GET", path).error == "login_required")
        }
    }

    @Test("a mistake of an account names the file besides the line")
    func files() async throws {
        try await ServiceHarness.run { service in
            let sale = TestAccount.head + "2025-01-02,SELL,AAPL,1,50,1,USD,T1,\n"
            _ = try await service.upload(["depot.trades.csv": sale], to: "depot")
            #expect(try await service.settled("depot").status == "failed")
            let state = try await service.exchange("GET", "/api/accounts/depot").body
            #expect(state.contains(#""file":"depot.trades.csv","line":2"#), "\(state)")
        }
    }
}
