import BrokerFiles
import Foundation
import Testing
import Trading
import TradingAPI

/// The view of an account of files, given by name.
func view(_ files: [String: String]) throws -> AccountView {
    let files = try files.sorted { $0.key < $1.key }.map { name, text in
        try AccountFileReader().read(Data(text.utf8), name: name)
    }
    return try AccountView(Ledger(Journal(merging: files)), named: "depot")
}

/// The first line of a table of trades.
let tradesHead = "date,action,symbol,quantity,price,fees,currency,id,notes\n"

/// An account with fractions, two currencies, sales in two years, and opinions.
func sampleAccount() throws -> AccountView {
    try view([
        "depot.account.yaml": """
        currency: USD
        securities:
          AAPL: {name: Apple Inc., sector: Technology, grade: A, exchange: NASDAQ, aliases: [APC], logo: https://example.org/a.png}
        """,
        "depot.trades.csv": tradesHead + """
            2025-01-01,DEPOSIT,,,100000,,USD,,
            2025-01-02T15:59:59-05:00,BUY,AAPL,10.5,100.25,1,USD,T1,first
            2025-01-03,BUY,SAP,4,50.001,2,EUR,,
            2025-02-03,SELL,AAPL,2.5,130,1,USD,T2,
            2025-02-04,DIVIDEND,AAPL,,7,,USD,,
            2025-02-05,REINVEST,SAP,0.5,60,,EUR,,
            2026-01-05,SELL,AAPL,1,90,0,USD,T3,
            """,
        "depot.rates.csv": "date,from,to,rate\n2025-01-01,EUR,USD,1.1",
        "depot.prices.csv": """
        date,symbol,close,currency
        2026-01-08,AAPL,119.5,USD
        2026-01-09,AAPL,120.125,USD
        2026-01-09,SAP,60,EUR
        """,
        "depot.opinions.json": """
        [{"symbol": "AAPL", "advisor": "A", "type": "BUY", "confidence": 0.9, "target_price": 150.5, "reasoning": "grows",
          "factors": ["cash"], "risk_factors": ["tariffs"], "date": "2026-01-08"},
         {"symbol": "SAP", "advisor": "A", "type": "HOLD", "confidence": 0.8, "date": "2026-01-08"}]
        """,
    ])
}

/// The analysis of an account, computed in a quarter of a second.
func analysis(of view: AccountView) throws -> SmartAnalysisResponse {
    let started = Date(timeIntervalSince1970: 1_767_960_000)
    return try view.analysis(
        SmartAnalysis.sessions(of: view.ledger.journal),
        computed: ProcessingTime(started: started, completed: started.addingTimeInterval(0.25)))
}

/// Midnight in UTC of a day.
func midnight(_ text: String) throws -> Date {
    Date(timeIntervalSince1970: Double(try #require(Day(text)).number) * 86_400)
}
