extension AccountSettings {
    /// Returns these settings, overridden by those of a newer file.
    func overridden(by newer: AccountSettings) -> AccountSettings {
        AccountSettings(
            title: newer.title ?? title, owner: newer.owner ?? owner, currency: newer.currency ?? currency,
            method: newer.method ?? method, from: newer.from ?? from, to: newer.to ?? to,
            reconcile: newer.reconcile ?? reconcile, analysis: newer.analysis ?? analysis)
    }
}
