import FailureModel
import HTTPService

/// Slows down guessing of invite codes per address.
///
/// There are 850 billion codes. Both signing up and `accept_family_invite` count.
final class InviteGuesses: Sendable {
    private let rate = RateLimit(perSecond: 1.0 / 30, burst: 10)

    /// Creates a count.
    init() {}

    /// Counts an attempt to use a code.
    ///
    /// - Parameter client: The address of the client.
    /// - Throws: `too_many_requests`.
    func admit(from client: String) throws(APIError) {
        guard rate.take(.address(client)) else {
            throw APIError(
                Failure(.tooManyRequests, "There are too many attempts to use an invite; try again later."),
                retryAfter: 30)
        }
    }
}
