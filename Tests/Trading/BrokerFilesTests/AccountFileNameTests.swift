import BrokerFiles
import Testing

@Suite("Names of account files") struct AccountFileNameTests {
    @Test(
        "a suffix says what a file holds, in any case",
        arguments: [
            ("depot.trades.csv", "depot", .trades), ("depot.prices.csv", "depot", .prices),
            ("depot.rates.csv", "depot", .rates), ("depot.lots.csv", "depot", .lots),
            ("depot.opinions.json", "depot", .opinions), ("depot.account.yaml", "depot", .account),
            ("depot.account.yml", "depot", .account), ("depot.columns.yaml", "depot", .columns),
            ("depot.csv", "depot", .table), ("My Depot.2024.CSV", "My Depot.2024", .table),
            ("depot.ofx", "depot", .ofx), ("Depot.QFX", "Depot", .ofx), ("trades.csv", "trades", .table),
            ("株.Trades.CSV", "株", .trades),
        ] as [(String, String, AccountFileName.Role)])
    func roles(_ name: String, _ account: String, _ role: AccountFileName.Role) throws {
        let name = try #require(AccountFileName(name))
        #expect(name.account == account)
        #expect(name.role == role)
    }

    @Test(
        "other names are not those of account files",
        arguments: ["", "depot", "depot.pdf", ".csv", ".trades.csv", ".hidden.trades.csv", "depot.json", "depot.yaml"])
    func others(_ name: String) {
        #expect(AccountFileName(name) == nil)
    }
}
