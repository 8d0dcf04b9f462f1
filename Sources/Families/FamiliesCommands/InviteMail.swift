import FailureModel
import Foundation
import Pipeline
import Threads
import Users
import Webhooks

/// An e-mail with the code of an invite.
struct InviteMail: Sendable {
    let code: String
    /// The time after which the code is not valid, as rows have it.
    let expiresAt: String
    /// The name of the family.
    let family: String
    /// The public address of the service.
    let address: String

    /// Sends the mail.
    ///
    /// - Throws: `webhook_refused`; the invite is valid all the same.
    func send(to recipient: EmailAddress, by route: MailRoute) async throws {
        let text = text(to: recipient, from: route.from, at: SystemClock().now)
        do {
            try await WorkerThreads.shared.run { try Sendmail(route.sendmail).send(text) }
        } catch let problem as WebhookProblem {
            throw Failure(
                .webhookRefused,
                "The mail was not sent: \(problem.reason). Give the code or the link to the person yourself.")
        }
    }

    /// Returns the whole message; the family's name is in the body only, without line breaks.
    func text(to recipient: EmailAddress, from sender: String, at time: Timestamp) -> String {
        let name = String(
            String.UnicodeScalarView(family.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        return Sendmail.message(
            UUID().uuidString, from: sender, to: [recipient.text], subject: "An invitation to a family's stories",
            at: time,
            body: [
                "You are invited to the family “\(name)”.", "", "Open this link to join, or type the code in the app:",
                "\(address)/stories#/invite/\(code)", "",
                "The code is \(code). It is for one person, until "
                    + "\(expiresAt.prefix(10)).", "", "If you do not know the family, ignore this mail.",
            ])
    }
}
