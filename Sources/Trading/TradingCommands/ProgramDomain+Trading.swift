import FailureModel
public import FormwrightCLI
import LocalStore
import Trading
import TradingDomain
import TradingService

extension ProgramDomain {
    /// Securities accounts: the command `account`, and the service's pages and routes.
    public static let trading: ProgramDomain = {
        var program = ProgramDomain(Domain.trading)
        program.commands = [AccountCommand.self]
        program.renamedCommands = [RenamedCommand("account give", to: "account transfer")]
        program.help = [
            .keeps: "trading accounts",
            .served: "accounts",
            .dropExamples:
                "formwright watch statements/ --kind account --owner ada   # a broker's files become a statement",
        ]
        program.routes = { host in [try TradingRoutes(host.local, host.parts)] }
        return program
    }()
}
