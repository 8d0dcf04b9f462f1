package import PortfolioFolder
import PortfolioInputs

extension PortfolioReceiver {
    /// The receiver of this program's kinds.
    package static var standard: PortfolioReceiver {
        PortfolioReceiver(kind: PortfolioKind(), input: PortfolioInputKind())
    }
}
