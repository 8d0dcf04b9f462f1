package import PortfolioFolder
import PortfolioInputs

extension PortfolioHandler {
    /// The handler of this program's kinds.
    package static var standard: PortfolioHandler {
        PortfolioHandler(kind: PortfolioKind(), input: PortfolioInputKind())
    }
}
