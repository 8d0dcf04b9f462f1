public import LocalStore
import WatchFolder

extension Domain {
    /// Accounts of securities, and brokers' files.
    public static let trading: Domain = {
        var domain = Domain(kinds: [AccountFileKind(), AccountKind()])
        domain.settings = [TradingSettings.self]
        domain.dropHandlers = { system in [CollectionHandler(AccountKind(), in: system)] }
        return domain
    }()
}
