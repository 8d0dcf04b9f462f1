import Foundation
import Pipeline
import PipelineTestSupport
import TestSupport
import TestTraits
import Testing
import Webhooks

@Suite("E-mails about documents", .blocking, .timeLimit(.minutes(30))) struct MailSenderTests {
    private let folder: TemporaryFolder
    private let now = ManualClock().now

    init() throws { folder = try TemporaryFolder() }

    private func sender(_ script: String) throws -> MailSender {
        let program = try folder.write("#!/bin/sh\n\(script)\n", "sendmail")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        let route = MailRoute(
            from: "formwright@example.org", to: ["a@example.org", "b@example.org"], sendmail: program.path)
        return MailSender(route, linking: "https://forms.example.org")
    }

    private func delivery(owner: String = "ada") -> WebhookDelivery {
        WebhookDelivery(
            id: "D1", receiver: "mail", event: "document.filled", document: "A1", kind: "form", owner: owner, at: now,
            code: nil, attempts: 1)
    }

    @Test("sendmail is given the whole message")
    func sent() throws {
        let output = folder.file("message").path
        try sender("echo \"$*\" > '\(output)'; cat >> '\(output)'").send(delivery(), at: now)
        #expect(
            try String(contentsOfFile: output, encoding: .utf8) == """
                -t -i
                From: Formwright <formwright@example.org>
                To: a@example.org, b@example.org
                Subject: A document is filled
                Date: Thu, 01 Jan 2026 00:00:00 +0000
                Message-ID: <D1@example.org>
                MIME-Version: 1.0
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: 8bit
                Auto-Submitted: auto-generated
                X-Formwright-Delivery: D1

                A document is filled.

                Document: A1
                Kind: form
                Owner: ada
                Time: 2026-01-01T00:00:00.000Z
                Page: https://forms.example.org/documents/A1

                """)
    }

    @Test("an owner with line breaks adds neither a header nor a line")
    func injection() throws {
        let text = try sender("").text(of: delivery(owner: "x\r\nBcc: eve@example.org\n\n.\n"), at: now)
        #expect(!text.contains("\nBcc:") && !text.contains("\r") && text.contains("Owner: xBcc: eve@example.org.\n"))
        #expect(text.firstRange(of: "\n\n")?.lowerBound == text.firstRange(of: "\n\nA document is filled.")?.lowerBound)
    }

    @Test("a failing or missing program is a problem")
    func failing() throws {
        #expect(throws: WebhookProblem("sendmail ended with the status 75")) {
            try sender("exit 75").send(delivery(), at: now)
        }
        let route = MailRoute(from: "a@example.org", to: ["b@example.org"], sendmail: folder.file("none").path)
        #expect(throws: WebhookProblem.self) { try MailSender(route, linking: nil).send(delivery(), at: now) }
    }
}
