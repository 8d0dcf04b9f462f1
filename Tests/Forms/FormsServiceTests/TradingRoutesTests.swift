import LocalStore
import Audit
import FailureModel
import Foundation
import HTTPService
import Pipeline
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import Testing
import Trading
import TradingAPI

/// What the app and the owner of accounts ask, under `/api`.
@Suite("Trading accounts over HTTP", .onEveryEngine, .timeLimit(.minutes(30))) struct TradingRoutesTests {
    private static let withLogin = ServiceSettings(bind: "0.0.0.0", port: 0)
    private static let iso = "trading: {dates: iso}"

    private static func get(
        _ path: String, _ service: ServiceHarness, _ headers: [String: String] = [:]
    ) async throws -> ServiceHarness.Answer {
        try await service.exchange("GET", "/api/\(path)", headers)
    }

    private static func expectError(
        _ answer: ServiceHarness.Answer, _ status: Int, _ code: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status == status && answer.error == code, "\(answer)", sourceLocation: sourceLocation)
        #expect(answer.body.contains("\"detail\":"), sourceLocation: sourceLocation)
    }

    // MARK: Answers

    @Test(
        "every answer is what the figures of the files are, with dates as the settings say only where the app reads them",
        arguments: ["", Self.iso])
    func answers(_ settings: String) async throws {
        try await ServiceHarness.run(pipeline: settings) { service in
            #expect(try await service.make(.depot).status == "ready")
            let view = try TestAccount.depot.view()
            let encoder = (settings.isEmpty ? DateFormat.seconds : .iso).encoder
            let iso = DateFormat.iso.encoder
            let (from, to) = (try #require(Day("2025-01-04")), try #require(Day("2025-12-31")))
            let address = "http://127.0.0.1/api/trades/"
            let expected: [(path: String, body: Data)] = [
                ("portfolio/summary/", try encoder.encode(view.summary)),
                ("portfolio/holdings/", try encoder.encode(view.portfolioHoldings)),
                ("portfolio/lots/", try iso.encode(view.lots)),
                ("portfolio/gains/", try iso.encode(view.gains())),
                ("portfolio/gains/?year=2025", try iso.encode(view.gains(in: 2025))),
                ("portfolio/gains/?year=1999", try iso.encode(view.gains(in: 1999))),
                ("portfolio/performance/", try iso.encode(view.performance())),
                (
                    "portfolio/performance/?from=2025-01-04&to=2025-12-31",
                    try iso.encode(view.performance(from: from, to: to))
                ),
                ("portfolio/performance/?from=2025-01-04", try iso.encode(view.performance(from: from))),
                ("trades/recent/?limit=2", try encoder.encode(view.recentTrades(limit: 2))),
                ("trades/recent/", try encoder.encode(view.recentTrades(limit: 20))),
                ("trades/", try encoder.encode(try #require(view.trades(path: address)))),
                (
                    "trades/?symbol=apc&from=2025-01-04&to=2025-12-31",
                    try encoder.encode(
                        try #require(view.trades(TradeFilter(symbol: "apc", from: from, to: to), path: address)))
                ),
            ]
            for (path, body) in expected {
                // With the client's slash and without.
                let withoutSlash = path.replacing("/?", with: "?").replacing(/\/$/, with: "")
                for path in [path, withoutSlash] {
                    let answer = try await Self.get(path, service)
                    #expect(answer.status == 200, "\(path)")
                    #expect(answer.body == String(decoding: body, as: UTF8.self), "\(path)")
                    #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
                }
            }
            // No date in the other format.
            for (path, _) in expected {
                let body = try await Self.get(path, service).body
                let isContract = !path.contains(/lots|gains|performance/)
                #expect(
                    body.contains("T00:00:00Z") == (!settings.isEmpty || !isContract) || !body.contains(/date|opened/),
                    "\(path)")
            }
        }
    }

    @Test("the session of the analysis has the times of its job")
    func analysis() async throws {
        try await ServiceHarness.run(pipeline: Self.iso) { service in
            try await service.make(.depot)
            let answer = try await Self.get("analysis/smart/", service)
            let analysis = try DateFormat.iso.decoder.decode(SmartAnalysisResponse.self, from: Data(answer.body.utf8))
            let session = try #require(analysis.latestSession)
            #expect(session.status == .completed && session.totalRecommendations == 2)
            #expect(analysis.recommendations.map(\.stock.symbol) == ["AAPL", "SAP"])
            #expect(analysis.message?.contains("not advice") == true)
            let document = try #require(
                try await service.system.store.documents(DocumentQuery(in: .all, kind: "account", limit: 1)).first)
            let events = try await service.system.store.events(of: document.id, in: .all).filter {
                $0.stage == "analyse"
            }
            let claimed = try #require(events.first { $0.cause == .claimed }?.at.date)
            let completed = try #require(events.first { $0.cause == .completed }?.at.date)
            #expect(abs(session.startedAt.timeIntervalSince(claimed)) <= 1)
            #expect(abs(try #require(session.completedAt).timeIntervalSince(completed)) <= 1)
            let duration = try #require(session.processingTime)
            #expect(abs(duration - completed.timeIntervalSince(claimed)) < 0.000_001)
            #expect(duration == (duration * 1000).rounded() / 1000)
        }
    }

    @Test("an account without opinions has a completed session, a message and no recommendations")
    func noOpinions() async throws {
        try await ServiceHarness.run { service in
            try await service.make(.purchases(3, named: "small"))
            let answer = try await Self.get("analysis/smart/", service)
            let analysis = try JSONDecoder().decode(SmartAnalysisResponse.self, from: Data(answer.body.utf8))
            #expect(analysis.latestSession?.status == .completed && analysis.recommendations.isEmpty)
            #expect(analysis.message?.isEmpty == false)
        }
    }

    @Test("trades come in pages that lead to each other")
    func pages() async throws {
        try await ServiceHarness.run { service in
            try await service.make(.purchases(45, named: "a b"))
            var ids: [UUID] = []
            var path: String? = "/api/trades/?account=a%20b"
            var previous: [String?] = []
            while let next = path {
                let answer = try await service.exchange("GET", next)
                #expect(answer.status == 200, "\(next)")
                let page = try JSONDecoder().decode(TradePageResponse.self, from: Data(answer.body.utf8))
                #expect(page.count == 45)
                ids += page.results.map(\.id)
                previous.append(page.previous)
                // The links are absolute, and name the account.
                path = try page.next.map { link in
                    let parts = try #require(link.wholeMatch(of: /http:\/\/127\.0\.0\.1(\/api\/trades\/\?.*)/))
                    #expect(link.contains("account=a%20b"))
                    return String(parts.1)
                }
            }
            #expect(ids.count == 45 && Set(ids).count == 45 && previous.count == 3)
            #expect(previous[0] == nil && previous[2]?.contains("page=2") == true)
            Self.expectError(try await Self.get("trades/?page=4", service), 404, "not_found")
        }
    }

    @Test("an answer that the client already has is not sent again until the account grows")
    func conditional() async throws {
        try await ServiceHarness.run { service in
            try await service.make(.depot)
            let first = try await Self.get("portfolio/holdings/", service)
            let tag = try #require(first.headers["etag"])
            let again = try await Self.get("portfolio/holdings/", service, ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
            _ = try await service.upload(
                ["depot.trades.csv": TestAccount.head + "2026-01-07,BUY,SAP,1,59,0,EUR,T9,\n"], to: "depot")
            #expect(try await service.settled("depot").status == "ready")
            let later = try await Self.get("portfolio/holdings/", service, ["If-None-Match": tag])
            #expect(later.status == 200 && later.body != first.body)
        }
    }

    @Test("a parameter that makes no sense is refused")
    func parameters() async throws {
        try await ServiceHarness.run { service in
            try await service.make(.depot)
            for path in [
                "trades/recent/?limit=0", "trades/recent/?limit=201", "trades/recent/?limit=x", "trades/?page=0",
                "trades/?page=-1", "trades/?from=2025-02-30", "trades/?from=2025-02-02&to=2025-02-01",
                "portfolio/gains/?year=x", "portfolio/gains/?year=99999", "portfolio/performance/?from=yesterday",
                "portfolio/performance/?to=9999-12-31", "trades/?symbol=\(String(repeating: "A", count: 256))",
            ] {
                Self.expectError(try await Self.get(path, service), 400, "malformed_request")
            }
            Self.expectError(
                try await Self.get("portfolio/holdings/?account=a%2Fb", service), 400, "collection_name_refused")
            // Days beyond those of the files are days without change.
            #expect(try await Self.get("portfolio/performance/?from=1950-01-01&to=2100-01-01", service).status == 200)
            #expect(try await Self.get("portfolio/performance/?to=1950-01-01", service).status == 200)
            Self.expectError(try await service.exchange("POST", "/api/trades/"), 405, "method_not_allowed")
            Self.expectError(try await Self.get("trades/x/y", service), 404, "not_found")
        }
    }

    @Test("a fictional account answers everybody, unless there is one of its name", arguments: ["", Self.iso])
    func demo(_ settings: String) async throws {
        try await ServiceHarness.run(pipeline: settings) { service in
            func get<T: Decodable>(_ path: String, as format: DateFormat? = nil) async throws -> T {
                let answer = try await Self.get(path, service)
                try #require(answer.status == 200, "\(path): \(answer)")
                let dates = format ?? (settings.isEmpty ? .seconds : .iso)
                return try dates.decoder.decode(T.self, from: Data(answer.body.utf8))
            }
            let holdings: PortfolioHoldingsResponse = try await get("portfolio/holdings/?account=demo")
            #expect(Set(holdings.holdings.map(\.stock.symbol)) == ["ACME", "GLBX", "INIT"])
            // Worked out by hand: 70 × 122.40 + 80 × 87.95 + 70 × 33.25, and 10,283.30 of cash.
            #expect(holdings.summary.totalValue == Amount(scaled: 2_821_480, places: 2))
            #expect(holdings.summary.availableCash == Amount(scaled: 1_028_330, places: 2))
            let summary: TradingAPI.PortfolioSummary = try await get("portfolio/summary/?account=demo")
            #expect(summary == holdings.summary)
            let trades: TradePageResponse = try await get("trades/?account=demo&symbol=ACME")
            #expect(trades.count == 3)
            let recent: TradesResponse = try await get("trades/recent/?limit=1&account=demo")
            #expect(recent.results.map(\.stock.symbol) == ["INIT"])
            let lots: LotsResponse = try await get("portfolio/lots/?account=demo", as: .iso)
            let gains: GainsResponse = try await get("portfolio/gains/?year=2024&account=demo", as: .iso)
            #expect(lots.lots.count == 4 && gains.groups.count == 2)
            let returns: PerformanceResponse = try await get("portfolio/performance/?account=demo", as: .iso)
            #expect(returns.days.last?.value == holdings.summary.totalValue)
            let analysis: SmartAnalysisResponse = try await get("analysis/smart/?account=demo")
            #expect(analysis.latestSession?.status == .completed)
            Self.expectError(try await Self.get("trades/?account=demo&page=9", service), 404, "not_found")
            Self.expectError(try await Self.get("portfolio/holdings/", service), 404, "collection_unknown")
            Self.expectError(try await Self.get("accounts/demo/", service), 404, "collection_unknown")

            #expect(try await service.make(.purchases(3, named: "demo")).status == "ready")
            let mine: TradingAPI.PortfolioSummary = try await get("portfolio/summary/?account=demo")
            #expect(mine != summary)
        }
    }

    // MARK: Accounts

    @Test("files make an account, which can be read while others are wrong; a mistake names its line and column")
    func files() async throws {
        try await ServiceHarness.run { service in
            Self.expectError(try await Self.get("portfolio/holdings/", service), 404, "collection_unknown")
            Self.expectError(try await Self.get("accounts/depot", service), 404, "collection_unknown")
            #expect(try await Self.get("accounts/", service).body == #"{"accounts":[]}"#)
            let answer = try await service.upload(TestAccount.depot.files, to: "depot")
            #expect(answer.status == 202)
            var state = try await service.settled("depot")
            #expect(state.status == "ready" && state.isCurrent && !state.hasStatement)
            #expect(state.asOf == "2026-01-09T00:00:00Z" && state.problems.isEmpty)
            #expect(state.files.map(\.name) == TestAccount.depot.files.keys.sorted())
            #expect(state.files.allSatisfy { $0.status == "ready" && $0.problems.isEmpty })
            let before = try await Self.get("portfolio/summary/", service).body

            let wrong = TestAccount.head + "2025-13-01,BUY,AAPL,1,1,0,USD,,\n2025-01-01,BUY,AAPL,x,1,0,USD,,\n"
            #expect(try await service.upload(["depot.trades.csv": wrong], to: "depot").status == 202)
            state = try await service.settled("depot")
            #expect(state.status == "ready" && state.files.count == 6)
            let problems = try #require(state.files.last { $0.status == "failed" }?.problems)
            #expect(problems.map(\.line) == [2, 3])
            #expect(problems.first?.code == "date_unreadable")
            #expect(try await Self.get("portfolio/summary/", service).body == before)

            // More is sold than is held, so the newest files have no figures, and those of the others remain.
            let sale = TestAccount.head + "2026-01-06,SELL,AAPL,1000,1,0,USD,,\n"
            #expect(try await service.upload(["depot.trades.csv": sale], to: "depot").status == 202)
            state = try await service.settled("depot")
            #expect(state.status == "failed" && state.problems.first?.code == "oversold" && !state.isCurrent)
            #expect(try await Self.get("portfolio/summary/", service).body == before)
            #expect(try await service.exchange("GET", "/api/accounts").body.contains("\"name\":\"depot\""))
        }
    }

    @Test(
        "a request without files, with files of another kind, or with too many of them is refused, and nothing is kept")
    func refusedFiles() async throws {
        try await ServiceHarness.run(works: false) { service in
            let name = "depot"
            Self.expectError(
                try await service.upload(["a.trades.csv": "x"], to: name, field: "other"), 400, "malformed_request")
            Self.expectError(try await service.upload(["form.pdf": "%PDF"], to: name), 415, "unsupported_type")
            Self.expectError(try await service.upload(["a.trades.csv": ""], to: name), 400, "input_empty")
            Self.expectError(
                try await service.upload(["a.trades.csv": "x", "b.trades.csv": ""], to: name), 400, "input_empty")
            let many = Dictionary(uniqueKeysWithValues: (0..<21).map { ("f\($0).trades.csv", "x") })
            Self.expectError(try await service.upload(many, to: name), 400, "malformed_request")
            Self.expectError(
                try await service.upload(["a.trades.csv": "x"], to: ".hidden"), 400, "collection_name_refused")
            Self.expectError(
                try await service.exchange(
                    "POST", "/api/accounts/depot/files", ["Content-Type": "text/csv"], body: "x"),
                415,
                "unsupported_type")
            #expect(try await Self.get("accounts/", service).body == #"{"accounts":[]}"#)
            #expect(try await service.system.store.count(DocumentQuery(in: .all)) == 0)
            try await service.expectNoLeftovers()
            // Files can be added, but nobody works on them.
            #expect(try await service.upload(["a.trades.csv": "x"], to: name).status == 202)
            Self.expectError(try await Self.get("portfolio/holdings/", service), 409, "not_ready")
            Self.expectError(try await service.exchange("POST", "/api/accounts/depot/statement"), 409, "not_ready")
        }
    }

    @Test("a statement is made of the newest figures, and comes in ranges")
    func statement() async throws {
        try await ServiceHarness.run { service in
            try await service.make(.depot)
            let path = "accounts/depot/statement"
            Self.expectError(try await Self.get(path + ".pdf", service), 409, "not_ready")
            let json = ["Content-Type": "application/json"]
            for body in [
                "{", #"{"from":"x"}"#, #"{"from":"2025-02-02","to":"2025-02-01"}"#, #"{"page":"a0"}"#, "[]",
            ] {
                Self.expectError(
                    try await service.exchange("POST", "/api/\(path)", json, body: body), 400, "malformed_request")
            }
            Self.expectError(
                try await service.exchange("POST", "/api/\(path)", ["Content-Type": "text/plain"], body: "x"), 415,
                "unsupported_type")
            #expect(try await service.exchange("POST", "/api/\(path)").status == 202)
            var state = try await service.settled("depot")
            #expect(state.status == "filled" && state.hasStatement)
            let whole = try await service.send("GET", "/api/\(path).pdf")
            #expect(whole.status == 200 && whole.headers["content-type"] == "application/pdf")
            #expect(whole.headers["content-disposition"]?.contains("depot.statement.pdf") == true)
            #expect(String(decoding: whole.body.prefix(5), as: UTF8.self) == "%PDF-")
            let part = try await service.send("GET", "/api/\(path).pdf", headers: ["Range": "bytes=5-9"])
            #expect(part.status == 206 && part.body == whole.body[5...9])

            let year = #"{"from":"2025-01-01","to":"2025-12-31","page":"letter"}"#
            #expect(try await service.exchange("POST", "/api/\(path)", json, body: year).status == 202)
            _ = try await service.settled("depot")
            let other = try await service.send("GET", "/api/\(path).pdf")
            #expect(other.status == 200 && other.body != whole.body)
            // The figures of the answers are still those of all files.
            let summary = try await Self.get("portfolio/summary/", service).body
            #expect(
                summary
                    == String(
                        decoding: try DateFormat.seconds.encoder.encode(TestAccount.depot.view().summary), as: UTF8.self
                    ))

            _ = try await service.upload(
                ["depot.prices.csv": "date,symbol,close,currency\n2026-01-10,SAP,61,EUR\n"], to: "depot")
            state = try await service.settled("depot")
            #expect(state.status == "ready" && !state.hasStatement)
            Self.expectError(try await Self.get(path + ".pdf", service), 409, "not_ready")
        }
    }

    @Test("a wrong file is removed, and the figures are those of the others")
    func removal() async throws {
        try await ServiceHarness.run { service in
            try await service.make(.depot)
            let before = try await Self.get("portfolio/summary/", service).body
            let wrong = "depot wrong %2F.trades.csv"
            let trades = TestAccount.head + "2026-01-06,BUY,SAP,1000,1,0,EUR,,\n"
            _ = try await service.upload([wrong: trades], to: "depot")
            _ = try await service.settled("depot")
            _ = try await service.upload([wrong: trades + "2026-01-07,BUY,SAP,1,1,0,EUR,,\n"], to: "depot")
            #expect(try await service.settled("depot").files.count == 7)
            #expect(try await Self.get("portfolio/summary/", service).body != before)

            let path = "/api/accounts/depot/files/depot%20wrong%20%252F.trades.csv"
            let answer = try await service.exchange("DELETE", path)
            #expect(answer.status == 202 && !answer.body.contains(wrong))
            let state = try await service.settled("depot")
            #expect(state.status == "ready" && state.isCurrent)
            #expect(state.files.map(\.name) == TestAccount.depot.files.keys.sorted())
            #expect(try await Self.get("portfolio/summary/", service).body == before)

            for missing in [path, "/api/accounts/depot/files/depot.ofx", "/api/accounts/depot/files/%FF"] {
                Self.expectError(try await service.exchange("DELETE", missing), 404, "not_found")
            }
            Self.expectError(
                try await service.exchange("DELETE", "/api/accounts/other/files/depot.trades.csv"), 404,
                "collection_unknown"
            )
            #expect(try await service.settled("depot").files.count == 5)
        }
    }

    @Test("an account whose only file is removed has no files, and a new one makes figures again")
    func lastFile() async throws {
        try await ServiceHarness.run { service in
            try await service.make(.purchases(2, named: "small"))
            #expect(try await service.exchange("DELETE", "/api/accounts/small/files/small.trades.csv").status == 202)
            let empty = try await service.settled("small")
            #expect(empty.status == "failed" && empty.files.isEmpty && !empty.isCurrent)
            let state = try await service.make(.purchases(3, named: "small"))
            #expect(state.status == "ready" && state.isCurrent && state.files.count == 1)
        }
    }

    @Test("the state of an account has its title, whether lines were left out, and the period of its statement")
    func summaryOfState() async throws {
        try await ServiceHarness.run { service in
            var state = try await service.make(.depot)
            #expect(state.title == nil && state.isIncomplete == false && state.statementPeriod == nil)
            let options = try String(
                contentsOf: TestData.url("brokers/schwab-options.csv"), encoding: .utf8)
            _ = try await service.upload(
                ["depot.account.yaml": "title: Family savings\n", "depot.csv": options], to: "depot")
            state = try await service.settled("depot")
            #expect(state.title == "Family savings" && state.isIncomplete == true)
            #expect(state.omissionCount == 4 && state.passedOverCount == 0)
            let body = #"{"from":"2025-01-01","to":"2025-12-31"}"#
            let answer = try await service.exchange(
                "POST", "/api/accounts/depot/statement", ["Content-Type": "application/json"], body: body)
            #expect(answer.status == 202)
            // A misspelt key would ask for another statement.
            let misspelt = try await service.exchange(
                "POST", "/api/accounts/depot/statement", ["Content-Type": "application/json"],
                body: #"{"form":"2025-01-01"}"#)
            Self.expectError(misspelt, 400, "malformed_request")
            state = try await service.settled("depot")
            #expect(state.statementPeriod == .init(from: "2025-01-01", to: "2025-12-31"))
        }
    }

    @Test("an account that could not be computed says where the reasons are")
    func failedAccount() async throws {
        try await ServiceHarness.run { service in
            let sale = TestAccount.head + "2026-01-06,SELL,AAPL,1000,1,0,USD,,\n"
            let state = try await service.make(TestAccount(name: "a b", files: ["a b.trades.csv": sale]))
            #expect(state.status == "failed" && state.problems.first?.code == "oversold" && state.isIncomplete == nil)
            let answer = try await Self.get("portfolio/summary/?account=a%20b", service)
            Self.expectError(answer, 409, "not_ready")
            #expect(answer.body.contains("could not be computed; GET /api/accounts/a%20b lists the reasons."))
        }
    }

    @Test("a body without a value says so in a sentence")
    func missingValue() async throws {
        try await ServiceHarness.run(works: false) { service in
            let answer = try await service.exchange(
                "POST", "/api/auth/refresh", ["Content-Type": "application/json"], body: "{}")
            Self.expectError(answer, 400, "malformed_request")
            #expect(answer.body.contains("\"The body has no “refresh”.\""))
        }
    }

    @Test("an account is deleted with its files")
    func deletion() async throws {
        try await ServiceHarness.run { service in
            try await service.make(.depot)
            #expect(try await Self.get("trades/recent/", service).status == 200)
            #expect(try await service.exchange("DELETE", "/api/accounts/depot").status == 204)
            for path in ["accounts/depot", "portfolio/holdings/?account=depot", "trades/recent/"] {
                Self.expectError(try await Self.get(path, service), 404, "collection_unknown")
            }
            Self.expectError(try await service.exchange("DELETE", "/api/accounts/depot"), 404, "collection_unknown")
            #expect(try await service.system.store.count(DocumentQuery(in: .all)) == 0)
        }
    }

    // MARK: Owners

    /// Every route that names an account.
    private static let routes: [(method: String, path: String)] = [
        ("GET", "portfolio/summary/?account=depot"), ("GET", "portfolio/holdings/?account=depot"),
        ("GET", "portfolio/lots/?account=depot"), ("GET", "portfolio/gains/?account=depot"),
        ("GET", "portfolio/performance/?account=depot"),
        ("GET", "portfolio/performance/?account=depot&from=2025-01-01"),
        ("GET", "trades/recent/?account=depot"), ("GET", "trades/?account=depot"),
        ("GET", "analysis/smart/?account=depot"), ("GET", "accounts/depot"),
        ("GET", "accounts/depot/reconciliation"), ("POST", "accounts/depot/statement"),
        ("GET", "accounts/depot/statement.pdf"), ("DELETE", "accounts/depot/files/depot.trades.csv"),
        ("DELETE", "accounts/depot"),
    ]

    @Test("another's account is like none, in every route, also after its answers were kept")
    func owners() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada", "bob"]) { service in
            let ada = try await service.appLogin("ada")
            let bob = try await service.appLogin("bob")
            try await service.make(.depot, ada)
            for (method, path) in Self.routes {
                let missing = path.replacing("depot", with: "other")
                func ask(_ path: String, _ headers: [String: String]) async throws -> ServiceHarness.Answer {
                    try await service.exchange(method, "/api/\(path)", headers)
                }
                if method == "GET" { _ = try await ask(path, ada) }
                let foreign = try await ask(path, bob)
                let none = try await ask(missing, bob)
                Self.expectError(foreign, 404, "collection_unknown")
                #expect(foreign.body.replacing("depot", with: "other") == none.body, "\(method) \(path)")
                for headers in [[:], ["Authorization": "Bearer a.b.c"]] {
                    let refused = try await ask(path, headers)
                    #expect(refused.status == 401, "\(method) \(path)")
                }
            }
            #expect(try await Self.get("accounts", service, bob).body == #"{"accounts":[]}"#)
            Self.expectError(try await Self.get("portfolio/holdings/", service, bob), 404, "collection_unknown")
            // The same name is another account of another owner.
            try await service.make(.purchases(1, named: "depot"), bob)
            let holdings = try await Self.get("portfolio/holdings/", service, bob)
            #expect(holdings.body.contains("\"S0\"") && !holdings.body.contains("AAPL"))
            #expect(try await Self.get("portfolio/holdings/", service, ada).body.contains("AAPL"))
            // A token that may only read changes nothing.
            let read = ["Authorization": "Bearer \(try await service.token(of: "ada", role: .read).secret)"]
            #expect(try await Self.get("portfolio/holdings/", service, read).status == 200)
            for (method, path) in Self.routes where method != "GET" {
                Self.expectError(try await service.exchange(method, "/api/\(path)", read), 403, "forbidden")
            }
        }
    }

    @Test("the first account is meant unless another is named")
    func firstAccount() async throws {
        try await ServiceHarness.run { service in
            try await service.make(.purchases(2, named: "zoo"))
            try await service.make(.depot)
            #expect(try await Self.get("portfolio/holdings/", service).body.contains("\"S1\""))
            #expect(try await Self.get("portfolio/holdings/?account=depot", service).body.contains("AAPL"))
            #expect(try await service.exchange("DELETE", "/api/accounts/zoo").status == 204)
            #expect(try await Self.get("portfolio/holdings/", service).body.contains("AAPL"))
        }
    }

    // Each node leaves out its own repetitions.
    @Test("the log of accesses says who did what, without names and figures", .onOneNode)
    func audit() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"]) { service in
            let ada = try await service.appLogin("ada")
            try await service.make(.depot, ada)
            for _ in 0..<3 { _ = try await Self.get("portfolio/holdings/", service, ada) }
            _ = try await service.exchange("POST", "/api/accounts/depot/statement", ada)
            _ = try await service.settled("depot", ada)
            _ = try await Self.get("accounts/depot/statement.pdf", service, ada)
            _ = try await service.exchange("DELETE", "/api/accounts/depot/files/depot.prices.csv", ada)
            _ = try await service.exchange("DELETE", "/api/accounts/depot", ada)
            let entries = try await service.system.audit.entries(AuditQuery()).filter { $0.action != .userAdded }
            #expect(
                entries.reversed().map(\.action)
                    == Array(repeating: .uploaded, count: 5) + [.viewed, .filled, .downloaded, .removed, .deleted])
            #expect(entries.allSatisfy { $0.actor.owner == "ada" && $0.actor.credential.hasPrefix("login ") })
            #expect(entries.allSatisfy { $0.document != nil })
        }
    }
}
