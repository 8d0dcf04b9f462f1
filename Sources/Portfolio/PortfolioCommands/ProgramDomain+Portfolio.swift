public import FormwrightCLI
import LocalStore
import PortfolioDomain
import PortfolioService

extension ProgramDomain {
    /// The domain of portfolios: the command `portfolio`, and the page and routes of the service.
    public static let portfolio: ProgramDomain = {
        var program = ProgramDomain(Domain.portfolio)
        program.commands = [PortfolioCommand.self]
        program.help = [
            .makes: "make portfolios",
            .examples: "formwright portfolio Ada.portfolio -o book.pdf",
            .apps:
                "Apps that expect portfolios on port 3000 need --port 3000; see docs/serve/http-portfolio.md.",
            .dropExamples:
                "formwright watch work/ --kind portfolio       # the folder Ada.portfolio becomes Ada.book.pdf",
        ]
        program.routes = { host in
            [
                PortfolioRoutes(host.local, host.parts, logger: host.logger),
                PortfolioPageRoutes(host.local, host.parts, stages: host.stages),
            ]
        }
        return program
    }()
}
