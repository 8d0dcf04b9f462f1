import DroppedArchive
import FailureModel
public import LocalStore
import PortfolioFolder
import PortfolioInputs

extension Domain {
    /// The domain of portfolios and of dropped folders and archives.
    public static let portfolio: Domain = {
        var domain = Domain(kinds: [ArchiveKind(), PortfolioInputKind(), PortfolioKind()])
        domain.wordings = ErrorRow.rows(
            .tooManyInputs.worded(
                "A portfolio has more than 500 inputs, or its folder has more entries, levels or bytes than allowed.",
                remedy: "Leave some out, or make several portfolios."))
        domain.dropHandlers = { _ in [PortfolioHandler.standard] }
        return domain
    }()
}
