import FailureModel
import Files
import Foundation
import HTTPService
import Logging
import Pipeline
import Synchronization
import Threads
import Users
import Webhooks

/// Sends codes for new passwords by mail.
///
/// Whether a user has the address shows in no answer, nor in its time: what is done for the user is done after it.
final class PasswordRecovery: Sendable {
    private let accounts: ProjectAccounts
    private let sender: String
    private let sendmail: Sendmail
    private let origins: [String]
    /// The public address of the service, for links.
    private let origin: String?
    private let perAddress = RateLimit(perSecond: 1.0 / 60, burst: 1)
    private let perService = RateLimit(perSecond: 1.0 / 10, burst: 30)
    private let pending = Mutex(0)
    /// The start by both clocks, so that the limits follow that of the accounts.
    private let start: (instant: ContinuousClock.Instant, time: Timestamp)

    /// The maximum number of mails on their way.
    private static let pendingLimit = 20
    /// The maximum length of the address of a page, in bytes.
    private static let pageLimit = 1024

    init(_ accounts: ProjectAccounts, by route: MailRoute, origins: [String], origin: String?) {
        self.accounts = accounts
        sender = route.from
        sendmail = Sendmail(route.sendmail)
        self.origins = origins
        self.origin = origin
        start = (.now, accounts.now)
    }

    /// Begins to send a code, and a link to an allowed page.
    ///
    /// - Throws: `over_email_send_rate_limit`, for users and strangers alike.
    func begin(_ email: EmailAddress, page: String?, logger: Logger) throws {
        // The limit has no list of addresses in plain text.
        let key = RateLimit.Key.address("recovery \(email.text)")
        let now = start.instant + (accounts.now - start.time)
        guard perAddress.take(key, at: now), perService.take(.others, at: now) else { throw AuthError.tooManyMails }
        let isFree = pending.withLock { count in
            guard count < Self.pendingLimit else { return false }
            count += 1
            return true
        }
        guard isFree else { throw AuthError.tooManyMails }
        let page = page.flatMap(allowed)
        Task.detached { [self] in
            do {
                if let proof = try await accounts.beginRecovery(of: email) {
                    let message = message(with: proof, page: page)
                    try await offPool { try self.sendmail.send(message) }
                }
            } catch {
                // The address of the user has no place in a log.
                logger.error(
                    "a mail for a new password could not be sent", metadata: ["reason": "\(Failure(error).message)"])
            }
            pending.withLock { $0 -= 1 }
        }
    }

    /// Returns the address of a page that may receive a session; nil for others.
    func allowed(_ page: String) -> String? {
        guard page.utf8.count <= Self.pageLimit, page.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: page), parts.user == nil, parts.fragment == nil,
            let scheme = parts.scheme, let host = parts.encodedHost,
            let origin = PublicURL("\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? ""))?.origin,
            origins.contains(origin)
        else { return nil }
        return page
    }

    private func message(with proof: RecoveryProof, page: String?) -> String {
        var body = [
            "Somebody has asked for a new password for this address.", "",
            "The code is \(proof.code). It is valid for one hour, and once.",
        ]
        if let page, let origin {
            var link = URLComponents()
            link.queryItems = [
                URLQueryItem(name: "token", value: proof.secret), URLQueryItem(name: "type", value: "recovery"),
                URLQueryItem(name: "redirect_to", value: page),
            ]
            body += ["", "This link does the same:", "\(origin)/auth/v1/verify?\(link.percentEncodedQuery ?? "")"]
        }
        body += ["", "If it was not you, ignore this mail; your password stays as it is."]
        return Sendmail.message(
            UUID().uuidString, from: sender, to: [proof.email], subject: "Your code for a new password",
            at: accounts.now, body: body)
    }
}
