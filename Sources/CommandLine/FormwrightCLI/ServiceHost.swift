package import Users
package import HTTPService
public import LocalStore
package import LocalWorkers
package import Logging

/// The facilities of a running service for the domains that add routes to it.
public struct ServiceHost: Sendable {
    /// The store.
    public let local: LocalSystem
    /// The facilities that all routes share.
    package let parts: ServiceParts
    /// Runs stages for requests that wait for the result.
    package let stages: OnDemandStages
    /// The users.
    package let accounts: Accounts
    /// Signs and checks the tokens of apps.
    package let signer: TokenSigner
    /// Logs problems outside requests.
    package let logger: Logger
}
