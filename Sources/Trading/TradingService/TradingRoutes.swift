package import LocalStore
import TradingDomain
import Audit
import BrokerFiles
import FailureModel
import FileCollections
import Foundation
package import HTTPService
import HTTPTypes
package import Hummingbird
package import Pipeline
import Trading
import TradingAPI
import CTradingAssets
import Files

/// The routes of trading accounts under `/api`.
///
/// The app uses some of them; others add files and create statements.
package struct TradingRoutes: Sendable {
    private let system: LocalSystem
    private let service: ServiceParts
    private let answers: AccountAnswers

    /// Creates the routes on a store.
    ///
    /// - Parameters:
    ///   - system: the local store.
    ///   - service: the parts of the service that domains share.
    /// - Throws: ``SQL/SQLError`` if the store cannot be opened.
    package init(_ system: LocalSystem, _ service: ServiceParts) throws {
        self.system = system
        self.service = service
        answers = try AccountAnswers(system)
    }
}

extension TradingRoutes: ServiceDomain {
    package var pageFiles: [String: [UInt8]] { EmbeddedFiles.named(trading_assets()) }

    package var kinds: Set<KindName> { [AccountKind.name, AccountFileKind.name] }

    /// The checks for typesetting statements.
    package var readinessChecks: [ReadinessCheck] { [.fonts] }

    package var personalRoutes: Set<String> {
        ["POST /api/auth/login", "POST /api/auth/refresh", "POST /api/auth/logout"]
    }

    package var navigation: [NavigationEntry] {
        [NavigationEntry(title: "Trading accounts", path: "/accounts", kinds: kinds, in: system)]
    }

    package func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {
        AccountPages(AccountRoutes(system, service, answers), renderer).add(to: pages)
    }

    package func add(toApps apps: RouterGroup<ServiceContext>, open: RouterGroup<ServiceContext>) {
        AuthRoutes(service).add(toApps: apps, open: open)
        AccountRoutes(system, service, answers).add(to: apps.group("accounts"))
        func get(_ path: RouterPath, _ question: @escaping @Sendable (Request) throws -> AccountQuestion) {
            apps.get(path) { request, context in try await answer(try question(request), request, context) }
        }
        get("portfolio/summary") { _ in .summary }
        get("portfolio/holdings") { _ in .holdings }
        get("portfolio/lots") { _ in .lots }
        get("portfolio/gains") { request in
            .gains(year: try request.number("year", in: Self.years).map { Int($0) })
        }
        get("portfolio/performance") { request in
            let period = try request.period()
            return .performance(from: period.from, to: period.to)
        }
        get("trades/recent") { request in .recentTrades(limit: Int(try request.number("limit", in: 1...200) ?? 20)) }
        get("trades", trades)
        get("analysis/smart") { _ in .analysis }
    }

    /// The range of years in days.
    private static let years: ClosedRange<Int64> = Int64(Day.first.year)...Int64(Day.last.year)

    @Sendable private func trades(_ request: Request) throws -> AccountQuestion {
        let period = try request.period()
        let symbol = request.uri.queryParameters["symbol"].map(String.init)
        guard symbol?.utf8.count ?? 0 <= AccountFileLimits().nameLength else {
            throw Failure(.malformedRequest, "“symbol” is longer than any symbol.")
        }
        let filter = TradeFilter(symbol: symbol, from: period.from, to: period.to)
        return .trades(
            filter, page: Int(try request.number("page", in: 1...Int64(Int32.max)) ?? 1),
            links: PageLinks(
                address: try service.absolute("/api/trades/", for: request), account: request.account))
    }

    private func answer(
        _ question: AccountQuestion, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
        let account: AnalysedAccount
        do {
            account = try await answers.account(request.account, of: context.owner)
        } catch let failure as Failure where failure.code == .collectionUnknown && request.account == DemoAccount.name {
            return try DemoAccount.response(to: question, system.settings.section(TradingSettings.self).dates)
        }
        try await service.record(.viewed, of: account.document.id, by: context)
        return try await answers.response(to: question, about: account, request)
    }
}
