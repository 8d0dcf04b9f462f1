import ChildPrograms
import Files
import Foundation
package import Pipeline

/// Sends messages as e-mails, through the machine's `sendmail`.
package struct MailSender: WebhookSender {
    private let route: MailRoute
    private let origin: String?
    private let limit: Duration

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - route: the sender and recipients.
    ///   - origin: the public address of the service, for links.
    ///   - limit: the time for the program, which may speak to a server.
    package init(_ route: MailRoute, linking origin: String?, limit: Duration = .seconds(60)) {
        self.route = route
        self.origin = origin
        self.limit = limit
    }

    /// Runs `sendmail -t -i` with the message as its standard input.
    package func send(_ delivery: WebhookDelivery, at now: Timestamp) throws(WebhookProblem) {
        let ending: ChildProgram.Ending?
        do {
            let message = try UnnamedFile()
            try message.descriptor.writeAll(Data(text(of: delivery, at: now).utf8))
            try message.rewind()
            let environment = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "LANG"].contains($0.key) }
            var program = try ChildProgram(
                route.sendmail, ["-t", "-i"], environment: environment, input: message.descriptor)
            ending = program.ending(within: limit)
        } catch {
            throw WebhookProblem("sendmail cannot be started")
        }
        switch ending {
        case .exited(0): return
        case .exited(let status): throw WebhookProblem("sendmail ended with the status \(status)")
        case .killed(let signal): throw WebhookProblem("sendmail was ended by the signal \(signal)")
        case nil: throw WebhookProblem("sendmail took too long")
        }
    }

    /// Returns the whole message.
    ///
    /// What documents bring is in the body only, and there without line breaks: no header can be added by it.
    package func text(of delivery: WebhookDelivery, at now: Timestamp) -> String {
        let what = Self.subject(of: delivery.event)
        let host = route.from.split(separator: "@").last ?? "localhost"
        var lines = [
            "From: Formwright <\(route.from)>", "To: \(route.to.joined(separator: ", "))", "Subject: \(what)",
            "Date: \(Self.date(now))", "Message-ID: <\(delivery.id)@\(host)>", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit",
            "Auto-Submitted: auto-generated", "X-Formwright-Delivery: \(delivery.id)", "", "\(what).", "",
        ]
        let facts = [
            ("Document", delivery.document), ("Kind", delivery.kind), ("Owner", delivery.owner),
            ("Time", delivery.at.description), ("Failure", delivery.code), ("Page", delivery.link(from: origin)),
        ]
        for case (let name, let value?) in facts where !value.isEmpty { lines.append("\(name): \(Self.line(value))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func subject(of event: String) -> String {
        switch event {
        case WebhookEvent.ready.name: "A document is ready to be filled"
        case WebhookEvent.filled.name: "A document is filled"
        case WebhookEvent.failed.name: "A document has failed"
        default: "A test of Formwright's messages"
        }
    }

    private static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }

    private static func date(_ time: Timestamp) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: time.date)
    }
}
