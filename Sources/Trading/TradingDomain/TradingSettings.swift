package import ChildPrograms
package import Pipeline
package import TradingAPI

/// The section `trading` of `pipeline.yaml`.
///
/// ```yaml
/// trading:
///   dates: iso            # how the API writes dates; seconds since 2001 by default
///   prices:
///     command: [/usr/local/bin/closes, --adjusted]
///     timeLimit: 2m       # one minute by default
/// ```
package struct TradingSettings: SettingsSection, Hashable {
    /// The key of the section.
    package static let section = "trading"

    /// How the API writes dates in answers that the contract defines.
    package var dates = DateFormat.seconds
    /// The command that supplies prices; nil if no program is ever started.
    package var prices: UserCommand?

    /// Creates the usual settings.
    package init() {}

    /// Reads the section; mistakes are reported to its nodes.
    package init(reading node: SettingsNode?) {
        let keys = node?.mapping(known: ["dates", "prices"]) ?? [:]
        if let dates = keys["dates"]?.choice(of: DateFormat.self) { self.dates = dates }
        guard let prices = keys["prices"] else { return }
        self.prices = UserCommand(
            reading: prices, usualTimeLimit: PriceCommand.usualTimeLimit, purpose: PriceCommand.purpose,
            sizeLimit: PriceCommand.sizeLimit)
    }
}
