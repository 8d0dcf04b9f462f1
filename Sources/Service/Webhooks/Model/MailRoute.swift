/// The sender and recipients of e-mails.
package struct MailRoute: Sendable, Hashable {
    /// The address of the sender.
    package let from: String
    /// The addresses of the recipients.
    package let to: [String]
    /// The path of the program, which takes a message from standard input.
    package let sendmail: String

    /// Creates a route; the addresses are checked by the caller.
    package init(from: String, to: [String], sendmail: String) {
        self.from = from
        self.to = to
        self.sendmail = sendmail
    }
}

extension MailRoute: CustomStringConvertible {
    /// The number of recipients, since logs must not have their addresses.
    package var description: String { "\(to.count) recipients" }
}
