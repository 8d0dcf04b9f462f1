package import Users
package import HTTPService
public import LocalStore
package import LocalWorkers
package import Logging

/// What a running service offers to the domains that add their routes to it.
public struct ServiceHost: Sendable {
    /// The store.
    public let local: LocalSystem
    /// What routes have in common.
    package let parts: ServiceParts
    /// Runs stages for requests that wait for the result.
    package let stages: OnDemandStages
    /// The users.
    package let accounts: Accounts
    /// Signs and checks the tokens of apps.
    package let signer: TokenSigner
    /// Receives what goes wrong beside requests.
    package let logger: Logger
}
