import CTradingAssets
import Files
import BrokerFiles
import FailureModel
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Trading
import TradingAPI

/// A fictional account for trying an app.
///
/// It is in no store, and visible to everybody.
struct DemoAccount: Sendable {
    /// The account's name in requests.
    ///
    /// A user's own account of this name takes precedence.
    static let name = "demo"

    /// A failure would be our own error in the files.
    private static let view = Result<AccountView, Failure> { () throws(Failure) in
        let reader = AccountFileReader()
        var files: [EntryFile] = []
        let embedded = EmbeddedFiles.named(trading_assets())
        for suffix in ["trades.csv", "prices.csv", "opinions.json", "account.yaml"] {
            let file = "\(name).\(suffix)"
            files.append(try reader.read(Data(embedded[file] ?? []), name: file))
        }
        return try AccountView(Ledger(Journal(merging: files)), named: name)
    }

    /// Returns the answer to a question about the account.
    ///
    /// - Parameters:
    ///   - question: the question.
    ///   - dates: the date format of the app's contract.
    /// - Returns: a response with the answer.
    /// - Throws: `not_found` for a missing page of trades; `malformed_request`.
    static func response(to question: AccountQuestion, _ dates: DateFormat) throws -> Response {
        let dates = question.isOfContract ? dates : .iso
        return Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "private, no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try dates.encoder.encode(try answer(to: question)))))
    }

    private static func answer(to question: AccountQuestion) throws -> any Encodable & Sendable {
        let view = try view.get()
        switch question {
        case .summary: return view.summary
        case .holdings: return view.portfolioHoldings
        case .lots: return view.lots
        case .gains(let year): return view.gains(in: year)
        case .performance(let from, let to): return try view.performance(from: from, to: to)
        case .recentTrades(let limit): return view.recentTrades(limit: limit)
        case .trades(let filter, let page, let links):
            guard let trades = view.trades(filter, page: page, links) else {
                throw Failure(.notFound, "There is no page \(page).")
            }
            return trades
        case .analysis:
            let time = Date(view.ledger.day)
            return view.analysis(
                try SmartAnalysis.sessions(of: view.ledger.journal),
                computed: ProcessingTime(started: time, completed: time))
        case .reconciliation: throw Failure(.notFound, "The fictional account has no files.")
        }
    }
}
