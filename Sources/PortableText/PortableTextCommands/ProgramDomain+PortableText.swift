public import FormwrightCLI
import LocalStore
import PortableTextDomain
import PortableTextService

extension ProgramDomain {
    /// Portable Text: the command `typeset`, and the service's routes.
    public static let portableText: ProgramDomain = {
        var program = ProgramDomain(Domain.portableText)
        program.commands = [TypesetCommand.self]
        program.help = [.makes: "typeset documents"]
        program.routes = { host in [TextRoutes(host.local, host.parts)] }
        return program
    }()
}
