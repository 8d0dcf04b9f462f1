public import Foundation
import ServiceConnection

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of the service's trading accounts, for apps.
///
/// ```swift
/// let client = TradingClient(baseURL: url)
/// try await client.logIn(username: "ada", password: password)
/// let portfolio = try await client.holdings()
/// ```
///
/// An access token that has expired is exchanged and the request repeated. Every method throws
/// ``ServiceConnection/RequestError`` for requests that the service refuses, `URLError` if it cannot be reached, and
/// `CancellationError` when the task is cancelled. Without an account's name, the user's first account is meant.
public final class TradingClient: Sendable {
    private let connection: ServiceConnection
    private let keeper: TokenKeeper<TradingTokens>

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: the address of the service without `/api`, such as `https://trading.example.org`.
    ///   - tokens: the tokens of an earlier login.
    ///   - session: sends the requests.
    ///   - tokensDidChange: receives new tokens, and `nil` after the end of a login; an app stores them in a keychain.
    public init(
        baseURL: URL, tokens: TradingTokens? = nil, session: URLSession = .shared,
        tokensDidChange: (@Sendable (TradingTokens?) -> Void)? = nil
    ) {
        connection = ServiceConnection(baseURL: baseURL, session: session)
        keeper = TokenKeeper(tokens, didChange: tokensDidChange)
    }

    // MARK: Login

    /// The tokens of the login; `nil` without one.
    public var tokens: TradingTokens? {
        get async { await keeper.tokens }
    }

    /// Logs in and keeps the tokens.
    @discardableResult
    public func logIn(username: String, password: String) async throws -> User {
        var request = try connection.request("POST", "api/auth/login")
        try request.setJSON(["username": username, "password": password])
        let login = try JSONDecoder.trading.decode(
            LoginResponse.self, from: try await connection.response(to: request).body)
        await keeper.set(TradingTokens(access: login.access, refresh: login.refresh))
        return login.user
    }

    /// Ends the login on the service and here.
    ///
    /// The tokens are forgotten even if the service cannot be reached.
    public func logOut() async throws {
        guard let tokens = await keeper.tokens else { return }
        await keeper.set(nil)
        var request = try connection.request("POST", "api/auth/logout")
        try request.setJSON(["refresh": tokens.refresh])
        _ = try await connection.response(to: request)
    }

    /// Returns the user.
    public func user() async throws -> User { try await get("auth/user") }

    // MARK: Figures

    /// Returns the totals of an account.
    public func summary(of account: String? = nil) async throws -> PortfolioSummary {
        try await get("portfolio/summary", account)
    }

    /// Returns the holdings of an account with their totals.
    public func holdings(of account: String? = nil) async throws -> PortfolioHoldings {
        try await get("portfolio/holdings", account)
    }

    /// Returns the lots that an account holds.
    public func lots(of account: String? = nil) async throws -> HeldLots { try await get("portfolio/lots", account) }

    /// Returns the realised gains of an account, in one year or in all.
    public func gains(of account: String? = nil, in year: Int? = nil) async throws -> RealizedGains {
        try await get("portfolio/gains", account, [("year", year.map(String.init))])
    }

    /// Returns the changes of an account's value.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - from: the first day, written `2026-01-31`; `nil` for the account's first.
    ///   - to: the last day; `nil` for the account's last.
    /// - Returns: the changes, and the value of each day.
    /// - Throws: `RequestError`, `URLError`, `CancellationError`.
    public func performance(
        of account: String? = nil, from: String? = nil, to: String? = nil
    ) async throws -> Performance {
        try await get("portfolio/performance", account, [("from", from), ("to", to)])
    }

    /// Returns the newest trades of an account, 200 at most.
    public func recentTrades(of account: String? = nil, limit: Int = 20) async throws -> RecentTrades {
        try await get("trades/recent", account, [("limit", "\(limit)")])
    }

    /// Returns a page of 20 trades of an account, newest first.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - page: the page, from 1.
    ///   - symbol: limits the trades to a security.
    ///   - from: the first day, written `2026-01-31`.
    ///   - to: the last day.
    /// - Returns: the page, with the number of all trades.
    /// - Throws: `RequestError`, `URLError`, `CancellationError`.
    public func trades(
        of account: String? = nil, page: Int = 1, symbol: String? = nil, from: String? = nil, to: String? = nil
    ) async throws -> TradePage {
        try await get(
            "trades", account, [("page", "\(page)"), ("symbol", symbol), ("from", from), ("to", to)])
    }

    /// Returns the newest session of the analysis and its recommendations.
    public func smartAnalysis(of account: String? = nil) async throws -> SmartAnalysis {
        try await get("analysis/smart", account)
    }

    // MARK: Accounts and files

    /// Returns the user's accounts.
    public func accounts() async throws -> [Account] {
        struct List: Decodable { let accounts: [Account] }
        let list: List = try await get("accounts")
        return list.accounts
    }

    /// Returns the state of an account and its files.
    public func account(_ name: String) async throws -> Account { try await get(Self.path(name)) }

    /// Adds a broker's file to an account; the first file creates it.
    ///
    /// - Parameters:
    ///   - file: the file, whose name decides how it is read (`depot.trades.csv`).
    ///   - account: the account.
    ///   - progress: receives the number of bytes sent and the total, on any thread.
    /// - Returns: the state of the account, whose figures the service is recomputing.
    /// - Throws: `RequestError`, `URLError`, `CocoaError` if the file cannot be read, `CancellationError`.
    @discardableResult
    public func add(
        _ file: URL, to account: String, progress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
    ) async throws -> Account {
        let path = Self.path(account, "files")
        return try decoded(
            try await authorized { [connection] token in
                try await connection.response(
                    to: try connection.request("POST", path, token: token), withPart: file, progress: progress)
            })
    }

    /// Removes all files of a name from an account.
    @discardableResult
    public func removeFile(named name: String, from account: String) async throws -> Account {
        try decoded(try await send("DELETE", Self.path(account, "files", name)))
    }

    /// Deletes an account with all its files.
    public func delete(account: String) async throws { _ = try await send("DELETE", Self.path(account)) }

    /// Makes a statement of an account's newest figures.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - from: the first day, written `2026-01-31`; `nil` for the account's first.
    ///   - to: the last day; `nil` for the account's last.
    /// - Returns: the state of the account; the statement is there when the status is `filled`.
    /// - Throws: `RequestError`, `URLError`, `CancellationError`.
    @discardableResult
    public func makeStatement(of account: String, from: String? = nil, to: String? = nil) async throws -> Account {
        var options: [String: String] = [:]
        options["from"] = from
        options["to"] = to
        return try decoded(try await send("POST", Self.path(account, "statement"), json: options))
    }

    /// Returns the statement of an account's newest figures, a PDF file.
    public func statement(of account: String) async throws -> Data {
        try await send("GET", Self.path(account, "statement.pdf")).body
    }

    /// Waits until the service has no more work on an account.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - interval: the polling interval.
    ///   - change: receives each state while waiting.
    /// - Returns: the account, which may have failed.
    /// - Throws: `RequestError`, `URLError`, `CancellationError`.
    public func settled(
        _ account: String, polling interval: Duration = .seconds(1), change: (@Sendable (Account) -> Void)? = nil
    ) async throws -> Account {
        while true {
            let state = try await self.account(account)
            if !state.isWorking { return state }
            change?(state)
            try await Task.sleep(for: interval)
        }
    }

    // MARK: Requests

    private static func path(_ account: String, _ rest: String...) -> String {
        "api/" + (["accounts", account] + rest).map(ServiceConnection.encoded).joined(separator: "/")
    }

    private func get<T: Decodable>(
        _ path: String, _ account: String? = nil, _ query: [(name: String, value: String?)] = []
    ) async throws -> T {
        let given = (query + [("account", account)]).compactMap { name, value in value.map { (name, $0) } }
        let path = path.hasPrefix("api/") ? path : "api/" + path
        return try decoded(try await send("GET", path, given))
    }

    private func send(
        _ method: String, _ path: String, _ query: [(String, String)] = [], json: [String: String]? = nil
    ) async throws -> ServiceConnection.Response {
        try await authorized { [connection] token in
            var request = try connection.request(method, path, query.map { (name: $0.0, value: $0.1) }, token: token)
            if let json { try request.setJSON(json) }
            return try await connection.response(to: request)
        }
    }

    /// Sends a request, and repeats it with new tokens if the access token is refused.
    private func authorized(
        _ send: (_ token: String?) async throws -> ServiceConnection.Response
    ) async throws -> ServiceConnection.Response {
        let tokens = await keeper.tokens
        do {
            return try await send(tokens?.access)
        } catch let error as RequestError where error.needsLogin {
            guard let tokens else { throw error }
            guard
                let renewed = try await keeper.renewed(
                    after: tokens, by: { [connection] in try await Self.exchanged($0, connection) })
            else { throw error }
            return try await send(renewed.access)
        }
    }

    private static func exchanged(
        _ tokens: TradingTokens, _ connection: ServiceConnection
    ) async throws -> TradingTokens {
        var request = try connection.request("POST", "api/auth/refresh")
        try request.setJSON(["refresh": tokens.refresh])
        return try JSONDecoder().decode(TradingTokens.self, from: try await connection.response(to: request).body)
    }

    private func decoded<T: Decodable>(_ response: ServiceConnection.Response) throws -> T {
        try JSONDecoder.trading.decode(T.self, from: response.body)
    }
}
