import ChildPrograms
import Files
import Foundation
package import Pipeline

/// The machine's program that sends e-mails.
package struct Sendmail: Sendable {
    private let program: String
    private let limit: Duration

    /// Creates access to the program.
    ///
    /// - Parameters:
    ///   - program: the path of the program, which takes a message from standard input.
    ///   - limit: the time for it; it may speak to a server.
    package init(_ program: String, limit: Duration = .seconds(60)) {
        self.program = program
        self.limit = limit
    }

    /// Runs `sendmail -t -i` with the message as its standard input; blocks.
    package func send(_ message: String) throws(WebhookProblem) {
        let ending: ChildProgram.Ending?
        do {
            let input = try UnnamedFile()
            try input.descriptor.writeAll(Data(message.utf8))
            try input.rewind()
            let environment = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "LANG"].contains($0.key) }
            var child = try ChildProgram(program, ["-t", "-i"], environment: environment, input: input.descriptor)
            ending = child.ending(within: limit)
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

    /// Returns a whole message; no text of a person is in its headers.
    ///
    /// - Parameters:
    ///   - id: the local part of the message's ID.
    ///   - sender: the address of the sender.
    ///   - recipients: the addresses of the recipients.
    ///   - subject: the subject.
    ///   - time: the time of the message.
    ///   - headers: further headers.
    ///   - body: the lines of the text.
    /// - Returns: the message.
    package static func message(
        _ id: String, from sender: String, to recipients: [String], subject: String, at time: Timestamp,
        headers: [String] = [], body: [String]
    ) -> String {
        let host = sender.split(separator: "@").last ?? "localhost"
        let lines =
            [
                "From: Formwright <\(sender)>", "To: \(recipients.joined(separator: ", "))", "Subject: \(subject)",
                "Date: \(date(time))", "Message-ID: <\(id)@\(host)>", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit",
                "Auto-Submitted: auto-generated",
            ] + headers + [""] + body
        return lines.joined(separator: "\n") + "\n"
    }

    private static func date(_ time: Timestamp) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: time.date)
    }
}
