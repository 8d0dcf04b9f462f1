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

    /// The format of dates in responses that the contract defines.
    package var dates = DateFormat.seconds
    /// The command that supplies prices; nil to start no program.
    package var prices: UserCommand?

    /// Creates the default settings.
    package init() {}

    /// Reads the section, and reports errors to its nodes.
    package init(reading node: SettingsNode?) {
        let keys = node?.mapping(known: ["dates", "prices"]) ?? [:]
        if let dates = keys["dates"]?.choice(of: DateFormat.self) { self.dates = dates }
        guard let prices = keys["prices"] else { return }
        self.prices = UserCommand(
            reading: prices, usualTimeLimit: PriceCommand.usualTimeLimit, purpose: PriceCommand.purpose,
            sizeLimit: PriceCommand.sizeLimit)
    }
}
