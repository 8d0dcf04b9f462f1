import FamiliesCommands
import FormsCommands
public import FormwrightCLI
package import LocalStore
import PortableTextCommands
import PortfolioCommands
import TradingCommands

/// The domains of the program `formwright`.
public enum Domains {
    /// All domains, in the order in which a file is offered to their kinds.
    public static let all: [ProgramDomain] = [.forms, .portableText, .trading, .families, .portfolio]

    /// The same as a store knows them.
    package static var stored: [Domain] { Program(domains: all).stored }
}
