import LocalStore
import ChildPrograms
import Domains
import FormsDomain
import FailureModel
import Foundation
import Pipeline
import Testing
import TestSupport
import Trading
import TradingAPI

@Suite("The command that supplies prices", .timeLimit(.minutes(30))) struct PriceCommandTests {
    private static let trades =
        "date,action,symbol,quantity,price,fees,currency\n2025-01-02,DEPOSIT,,,1000,,USD\n2025-01-03,BUY,AAPL,2,100,0,USD\n"

    /// The account's document and its results with a shell script as the command.
    private func account(_ script: String, timeLimit: String = "20s") async throws -> (Document, [String: Data]) {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("prices.sh")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
        chmod(file.path, 0o700)
        let yaml = "trading: {prices: {command: [\(file.path)], timeLimit: \(timeLimit)}}\n"
        return try await AccountSystem.run(settings: yaml) { accounts in
            let document = try await accounts.add(["depot.trades.csv": Self.trades])
            withExtendedLifetime(folder) {}
            return (document, try await accounts.files(of: document))
        }
    }

    @Test("its closes count, and it is asked for the symbols and days of the account")
    func prices() async throws {
        let script = """
            read request
            test "$request" = '{"from":"2025-01-02","symbols":["AAPL"],"to":"2025-01-03"}' || exit 3
            printf 'date,symbol,close\\n2025-01-03,AAPL,111\\n2025-01-03,OTHER,5\\n'
            """
        let (document, files) = try await account(script)
        try #require(document.state == .ready, "\(String(describing: document.failure))")
        let held = try DateFormat.iso.decoder.decode(
            PortfolioHoldingsResponse.self, from: try #require(files["holdings.json"]))
        #expect(held.holdings.map(\.currentValue) == [222])
        #expect(files["prices.csv"] != nil)
    }

    @Test(
        "its failures are command_failed, and say nothing of what it printed",
        arguments: [
            ("echo SECRET; exit 3", "20s", "status 3"), ("sleep 60 & sleep 60", "1s", "more than 1s"),
            ("echo SECRET", "20s", "cannot be used"), ("kill -9 $$", "20s", "signal 9"),
        ])
    func failures(script: String, limit: String, message: String) async throws {
        let failure = try #require(try await account(script, timeLimit: limit).0.failure)
        #expect(failure.code == .commandFailed && failure.stage == "analyse")
        #expect(failure.message.contains(message), "\(failure.message)")
        #expect(!failure.failure.all.map(\.message).joined().contains("SECRET"))
    }

    @Test("a relative path and an empty list are mistakes in pipeline.yaml", arguments: ["[closes]", "[]", "closes"])
    func settings(command: String) throws {
        #expect(throws: SettingsError.self) {
            try PipelineSettings(yaml: "trading: {prices: {command: \(command)}}", kinds: Domains.stored.kinds)
        }
    }
}
