import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Trading
import TradingAPI

/// A request of an app for data about an account.
enum AccountQuestion: Hashable, Sendable {
    case summary
    case holdings
    case lots
    case gains(year: Int?)
    case performance(from: Day?, to: Day?)
    case recentTrades(limit: Int)
    /// A page of trades.
    case trades(TradeFilter, page: Int, links: PageLinks)
    case analysis
    /// The treatment of the files' lines, and differences from the broker's figures.
    case reconciliation

    /// Whether the app's contract defines the response; its date format is then configurable.
    var isOfContract: Bool {
        switch self {
        case .summary, .holdings, .recentTrades, .trades, .analysis: true
        case .lots, .gains, .performance, .reconciliation: false
        }
    }
}

/// Creates the links between pages of trades.
struct PageLinks: Hashable, Sendable {
    /// The address of the route.
    let address: String
    /// The account in the request.
    let account: String?

    /// Adds the account to a link.
    func link(_ link: String) -> String {
        guard let account else { return link }
        return link + "&account=\(account.percentEncoded)"
    }
}

extension String {
    /// The text with all but unreserved characters percent-encoded.
    var percentEncoded: String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}

extension AccountView {
    /// Returns a page of trades with links to its neighbours; nil if none exists.
    func trades(_ filter: TradeFilter, page: Int, _ links: PageLinks) -> TradePageResponse? {
        guard var trades = trades(filter, page: page, path: links.address) else { return nil }
        trades.next = trades.next.map(links.link)
        trades.previous = trades.previous.map(links.link)
        return trades
    }
}

extension Request {
    /// The account in the query; `nil` for the first one.
    var account: String? { uri.queryParameters["account"].map(String.init) }

    /// Returns a day in the query; `nil` if missing.
    ///
    /// - Throws: `malformed_request`.
    func day(_ name: String) throws(Failure) -> Day? {
        guard let text = uri.queryParameters[name[...]] else { return nil }
        guard let day = Day(text) else {
            throw Failure(.malformedRequest, "“\(name)” must be a day, such as 2025-12-31.")
        }
        return day
    }

    /// Returns the days `from` and `to` in the query.
    ///
    /// - Throws: `malformed_request`.
    func period() throws(Failure) -> (from: Day?, to: Day?) {
        let (from, to) = (try day("from"), try day("to"))
        if let from, let to, from > to {
            throw Failure(.malformedRequest, "“from” must not be later than “to”.")
        }
        return (from, to)
    }
}
