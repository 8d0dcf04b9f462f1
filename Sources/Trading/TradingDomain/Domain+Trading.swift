public import LocalStore

extension Domain {
    /// Accounts of securities, and brokers' files.
    public static let trading: Domain = {
        var domain = Domain(kinds: [AccountFileKind(), AccountKind()])
        domain.settings = [TradingSettings.self]
        return domain
    }()
}
