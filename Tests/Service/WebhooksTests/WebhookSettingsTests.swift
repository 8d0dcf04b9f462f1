import Pipeline
import Testing
import Webhooks

@Suite("The settings of webhooks") struct WebhookSettingsTests {
    private static func problems(_ yaml: String) throws -> [String] {
        let file = try SettingsFile(yaml: yaml)
        _ = WebhookSettings(reading: file.section("webhooks"))
        _ = MailSettings(reading: file.section("mail"))
        do throws(SettingsError) {
            try file.finish()
            return []
        } catch {
            return error.problems.map(\.message)
        }
    }

    @Test("receivers and e-mail are read")
    func valid() throws {
        let file = try SettingsFile(
            yaml: """
                webhooks:
                  - name: office
                    url: https://office.example:8443/hook?key=private
                    secretFile: /etc/formwright/office.secret
                    events: [filled, failed]
                    owner: ada
                    allow: [10.0.0.0/8]
                  - {name: crm, url: "http://crm.example", secretVariable: CRM_SECRET}
                mail: {to: [Office@example.org], from: formwright@example.org, events: [failed]}
                """)
        let receivers = WebhookSettings(reading: file.section("webhooks")).receivers
        let mail = try #require(MailSettings(reading: file.section("mail")).receiver)
        try file.finish()
        #expect(receivers.map(\.name) == ["office", "crm"])
        #expect(receivers.map(\.target) == ["https://office.example:8443", "http://crm.example"])
        #expect(receivers[0].events == [.filled, .failed] && receivers[1].events == Set(WebhookEvent.allCases))
        #expect(receivers[0].owner == "ada" && receivers[1].scope == .all)
        let route = MailRoute(
            from: "formwright@example.org", to: ["office@example.org"], sendmail: "/usr/sbin/sendmail")
        #expect(mail.way == .mail(route) && mail.events == [.failed])
    }

    @Test(
        "mistakes are reported, without the URL",
        arguments: [
            ("webhooks: {}", "“webhooks” must be a list."),
            ("webhooks: [{url: 'http://a', secretVariable: A}]", "A receiver needs a name, such as office."),
            ("webhooks: [{name: a, secretVariable: A}]", "A receiver needs a url."),
            ("webhooks: [{name: a, url: 'http://a'}]", "A receiver needs either a secretFile or a secretVariable."),
            (
                "webhooks: [{name: a, url: 'http://a', secretVariable: A, secretFile: /a}]",
                "A receiver needs either a secretFile or a secretVariable."
            ),
            (
                "webhooks: [{name: a, url: 'http://a', secretFile: a}]",
                "“webhooks.secretFile” must be an absolute path."
            ),
            (
                "webhooks: [{name: a, url: 'ftp://a/private', secretVariable: A}]",
                "“webhooks.url” must be http:// or https:// and a host, without a user or a fragment, and a port at most 65535."
            ),
            (
                "webhooks: [{name: a, url: 'http://a:99999', secretVariable: A}]",
                "“webhooks.url” must be http:// or https:// and a host, without a user or a fragment, and a port at most 65535."
            ),
            (
                "webhooks: [{name: a, url: 'http://u:p@a', secretVariable: A}]",
                "“webhooks.url” must be http:// or https:// and a host, without a user or a fragment, and a port at most 65535."
            ),
            (
                "webhooks: [{name: a, url: 'http://a', secretVariable: A, allow: [private]}]",
                "“webhooks.allow” must have ranges of addresses, such as 10.0.0.0/8."
            ),
            (
                "webhooks: [{name: a, url: 'http://a', secretVariable: A, events: []}]",
                "“webhooks.events” needs at least one event."
            ),
            (
                "webhooks: [{name: a, url: 'http://a', secretVariable: A, events: [done]}]",
                "“webhooks.events” must be one of ready, filled, failed."
            ),
            (
                "webhooks: [{name: mail, url: 'http://a', secretVariable: A}]",
                "“webhooks.name” must be lower-case letters, digits and hyphens, and not “mail”."
            ),
            (
                "webhooks: [{name: a, url: 'http://a', secretVariable: A}, {name: a, url: 'http://b', secretVariable: A}]",
                "Two receivers are named “a”."
            ),
            ("mail: {from: a@example.org}", "“mail” needs a to: a list of addresses."),
            ("mail: {to: [a@example.org]}", "“mail” needs a from: the address of the sender."),
            (
                "mail: {to: [\"a@example.org\\nBcc: b@example.org\"], from: a@example.org}",
                "“mail.to” must be an e-mail address, such as office@example.org."
            ),
            (
                "mail: {to: [a@example.org], from: a@example.org, sendmail: sendmail}",
                "“mail.sendmail” must be the absolute path of a program."
            ),
        ])
    func mistakes(_ yaml: String, _ message: String) throws {
        #expect(try Self.problems(yaml) == [message])
    }
}
