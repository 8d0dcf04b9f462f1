public import FormwrightCLI
import LocalStore
import PortfolioDomain
import PortfolioService

extension ProgramDomain {
    /// Portfolios: the command `portfolio`, and the page and routes of the service.
    public static let portfolio: ProgramDomain = {
        var program = ProgramDomain(Domain.portfolio)
        program.commands = [PortfolioCommand.self]
        program.routes = { host in
            [
                PortfolioRoutes(host.local, host.parts, logger: host.logger),
                PortfolioPageRoutes(host.local, host.parts, stages: host.stages),
            ]
        }
        return program
    }()
}
