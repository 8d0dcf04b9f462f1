import DroppedArchive
public import LocalStore
import PortfolioFolder
import PortfolioInputs

extension Domain {
    /// Portfolios, and the folders and archives of their inputs.
    public static let portfolio: Domain = {
        var domain = Domain(kinds: [ArchiveKind(), PortfolioInputKind(), PortfolioKind()])
        domain.dropHandlers = { _ in [PortfolioReceiver.standard] }
        return domain
    }()
}
