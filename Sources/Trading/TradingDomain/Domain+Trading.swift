import FailureModel
import FileCollections
public import LocalStore
import WatchFolder

extension Domain {
    /// Accounts of securities, and brokers' files.
    public static let trading: Domain = {
        var domain = Domain(kinds: [AccountFileKind(), AccountKind()])
        domain.wordings = ErrorRow.rows(
            .collectionUnknown.worded(
                "There is no account, or other collection of files, of that name.",
                remedy: "Check the name and the owner; `formwright account list` shows all."),
            .collectionExists.worded("There already is an account, or other collection of files, of that name."),
            .ownerDiffers.worded(
                "A file names another owner than the one to whom its account, or other collection of files, belongs.",
                remedy: "Correct the file, or give the account to the other owner first."))
        domain.settings = [TradingSettings.self]
        domain.dropHandlers = { system in [CollectionHandler(AccountKind(), in: system)] }
        return domain
    }()
}
