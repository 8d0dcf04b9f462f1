import FailureModel
import HTTPService

/// Slows down guessing of invites' codes, by address.
///
/// A code is one of 850 thousand million. Whoever asks for a family by signing up or by `accept_family_invite` counts.
final class InviteGuesses: Sendable {
    private let rate = RateLimit(perSecond: 1.0 / 30, burst: 10)

    /// Creates a count.
    init() {}

    /// Counts an attempt to use a code.
    ///
    /// - Parameter client: the address from which the request was sent.
    /// - Throws: `too_many_requests`.
    func admit(from client: String) throws(APIError) {
        guard rate.take(.address(client)) else {
            throw APIError(
                Failure(.tooManyRequests, "There are too many attempts to use an invite; try again later."),
                retryAfter: 30)
        }
    }
}
