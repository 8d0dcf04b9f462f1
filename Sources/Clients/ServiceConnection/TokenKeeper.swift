import Foundation

/// Keeps the tokens of a login, with one exchange for all waiting requests.
///
/// A refresh token is valid for one exchange, so requests that fail at the same time must share it.
package actor TokenKeeper<Tokens: Sendable & Equatable> {
    private var current: Tokens?
    private var renewal: Task<Tokens, any Error>?
    private let didChange: (@Sendable (Tokens?) -> Void)?

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - tokens: the tokens of an earlier login.
    ///   - didChange: receives new tokens, or `nil` after the end of the login, to be stored by the app.
    package init(_ tokens: Tokens?, didChange: (@Sendable (Tokens?) -> Void)?) {
        current = tokens
        self.didChange = didChange
    }

    /// The tokens, once an exchange that is under way has ended.
    package var tokens: Tokens? {
        get async {
            _ = try? await renewal?.value
            return current
        }
    }

    /// Replaces the tokens.
    package func set(_ tokens: Tokens?) {
        guard tokens != current else { return }
        current = tokens
        didChange?(tokens)
    }

    /// Returns newer tokens than those with which a request has failed.
    ///
    /// - Parameters:
    ///   - used: the tokens of the request.
    ///   - renew: exchanges the current tokens. It is not cancelled with the caller, since the service has replaced the
    ///     tokens by then.
    /// - Returns: new tokens, or `nil` if there is no login.
    /// - Throws: what `renew` throws. The login ends if the service refuses the exchange.
    package func renewed(
        after used: Tokens, by renew: @escaping @Sendable (Tokens) async throws -> Tokens
    ) async throws -> Tokens? {
        if let renewal { return try await renewal.value }
        guard let current else { return nil }
        guard current == used else { return current }
        let task = Task { try await renew(current) }
        renewal = task
        defer { renewal = nil }
        do {
            let tokens = try await task.value
            set(tokens)
            return tokens
        } catch let error as RequestError where (400..<500).contains(error.status) && error.status != 429 {
            set(nil)
            throw error
        }
    }
}
