import ServiceTestSupport
import Users
import BrokerFiles
import Foundation
import HTTPService
import Trading
import TradingAPI

/// The files of an account, and what the service must say about them.
struct TestAccount {
    let name: String
    /// The texts by file name.
    let files: [String: String]

    /// An account with fractions, two currencies, sales in two years, and opinions.
    static let depot = TestAccount(
        name: "depot",
        files: [
            "depot.account.yaml": """
            currency: USD
            securities:
              AAPL: {name: Apple Inc., sector: Technology, grade: A, exchange: NASDAQ, aliases: [APC]}
            """,
            "depot.trades.csv": head + """
                2025-01-01,DEPOSIT,,,100000,,USD,,
                2025-01-02T15:59:59-05:00,BUY,AAPL,10.5,100.25,1,USD,T1,first
                2025-01-03,BUY,SAP,4,50.001,2,EUR,,
                2025-02-03,SELL,AAPL,2.5,130,1,USD,T2,
                2025-02-04,DIVIDEND,AAPL,,7,,USD,,
                2026-01-05,SELL,AAPL,1,90,0,USD,T3,
                """ + "\n",
            "depot.rates.csv": "date,from,to,rate\n2025-01-01,EUR,USD,1.1\n",
            "depot.prices.csv": """
            date,symbol,close,currency
            2026-01-08,AAPL,119.5,USD
            2026-01-09,AAPL,120.125,USD
            2026-01-09,SAP,60,EUR

            """,
            "depot.opinions.json": """
            [{"symbol": "AAPL", "advisor": "A", "type": "BUY", "confidence": 0.9, "target_price": 150.5,
              "reasoning": "grows", "factors": ["cash"], "risk_factors": ["tariffs"], "date": "2026-01-08"},
             {"symbol": "SAP", "advisor": "A", "type": "HOLD", "confidence": 0.8, "date": "2026-01-08"}]
            """,
        ])

    /// The head of a table of trades.
    static let head = "date,action,symbol,quantity,price,fees,currency,id,notes\n"

    /// An account with a number of purchases.
    static func purchases(_ count: Int, named name: String) -> TestAccount {
        let rows = (0..<count).map {
            "2025-01-\($0 % 28 + 1 < 10 ? "0" : "")\($0 % 28 + 1),BUY,S\($0 % 7),1,\($0 + 1),0,USD,B\($0),\n"
        }
        return TestAccount(
            name: name, files: ["\(name).trades.csv": head + "2025-01-01,DEPOSIT,,,1000000,,USD,D,\n" + rows.joined()])
    }

    /// The view of the account, made without the service.
    func view() throws -> AccountView {
        let files = try files.sorted { $0.key < $1.key }.map { name, text in
            try AccountFileReader().read(Data(text.utf8), name: name)
        }
        return try AccountView(Ledger(Journal(merging: files)), named: name)
    }
}

extension ServiceHarness {
    /// The state of an account.
    struct AccountDetail: Decodable {
        struct Problem: Decodable {
            var code: String
            var message: String
            var line: Int?
            var column: Int?
        }

        struct File: Decodable {
            var name: String
            var status: String
            var problems: [Problem]
        }

        struct Period: Decodable, Equatable {
            var from: String
            var to: String
        }

        var name: String
        var title: String?
        var status: String
        var asOf: String?
        var isCurrent: Bool
        var isIncomplete: Bool?
        var omissionCount: Int?
        var passedOverCount: Int?
        var hasStatement: Bool
        var statementPeriod: Period?
        var problems: [Problem]
        var files: [File]
    }

    /// Sends files to an account.
    func upload(
        _ files: [String: String], to account: String, _ headers: [String: String] = [:], field: String = "file"
    ) async throws -> Answer {
        let parts = files.sorted { $0.key < $1.key }.map { name, text in
            "--X\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\n\r\n\(text)\r\n"
        }
        return try await exchange(
            "POST", "/api/accounts/\(account.replacing(" ", with: "%20"))/files",
            headers.merging(["Content-Type": "multipart/form-data; boundary=X"]) { $1 },
            body: parts.joined() + "--X--\r\n")
    }

    /// Waits until no work on an account is left.
    func settled(_ account: String, _ headers: [String: String] = [:]) async throws -> AccountDetail {
        while true {
            let answer = try await exchange("GET", "/api/accounts/\(account.replacing(" ", with: "%20"))", headers)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let detail = try decoder.decode(AccountDetail.self, from: Data(answer.body.utf8))
            if ["ready", "filled", "failed"].contains(detail.status) { return detail }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Makes an account and waits for its figures.
    @discardableResult func make(
        _ account: TestAccount, _ headers: [String: String] = [:]
    ) async throws -> AccountDetail {
        _ = try await upload(account.files, to: account.name, headers)
        return try await settled(account.name, headers)
    }

    /// Logs an app in and returns the header with its access token.
    func appLogin(_ name: String) async throws -> [String: String] {
        let tokens = try await AppLogins(accounts, signer: signer).logIn(name: name, password: Self.password)
        return ["Authorization": "Bearer \(tokens.access)"]
    }
}
