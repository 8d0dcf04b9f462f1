import FailureModel
import FileCollections
public import LocalStore
import WatchFolder

extension Domain {
    /// Securities accounts and broker files.
    public static let trading: Domain = {
        var domain = Domain(kinds: [AccountFileKind(), AccountKind()])
        domain.wordings = ErrorRow.rows(
            .collectionUnknown.worded(
                "No account, or other collection of files, has that name.",
                remedy: "Check the name and the owner; `formwright account list` shows all."),
            .collectionExists.worded("An account, or other collection of files, already has that name."),
            .ownerDiffers.worded(
                "A file names a different owner than that of its account, or other collection of files.",
                remedy: "Correct the file, or transfer the account to the other owner first."))
        domain.settings = [TradingSettings.self]
        return domain
    }()
}
