import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import PipelineTestSupport
import FamiliesSQL
import SQL
import SQLTestSupport
import ServiceTestSupport
import FamiliesService
import TestSupport
import Testing
import Users
import Webhooks

@Suite("New passwords by mail", .onEveryEngine, .timeLimit(.minutes(30)))
struct PasswordRecoveryTests {
    /// A stand-in for sendmail that keeps its messages in a folder.
    private struct Mailbox {
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            let place = folder.path
            let program = try folder.write(
                "#!/bin/sh\ncat > '\(place)'/$$.part && mv '\(place)'/$$.part '\(place)'/$$.mail\n", "sendmail")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        }

        var route: MailRoute {
            MailRoute(
                from: "formwright@example.org", to: ["office@example.org"], sendmail: folder.file("sendmail").path)
        }

        var mails: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".mail") }
                    .map { try String(contentsOfFile: folder.file($0).path, encoding: .utf8) }
            }
        }

        /// Waits for the first mail.
        func mail() async throws -> String {
            while true {
                if let mail = try mails.first { return mail }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    private static let page = "https://stories.example.org/new-password"

    private static func run(
        publicURL: PublicURL? = nil, _ body: @escaping @Sendable (RunningAuth, Mailbox) async throws -> Void
    ) async throws {
        let mailbox = try Mailbox()
        var settings = StorytellingSettings()
        settings.origins = ["https://stories.example.org"]
        try await RunningAuth.run(
            settings, mail: mailbox.route, publicURL: publicURL
        ) { project in try await body(project, mailbox) }
    }

    private static func recover(
        _ project: RunningAuth, _ email: String, page: String? = nil
    ) async throws -> HTTPAnswer {
        let query = page.map { "?redirect_to=\($0)" } ?? ""
        return try await project.ask("POST", "/auth/v1/recover\(query)", #"{"email":"\#(email)"}"#)
    }

    private static func verify(_ project: RunningAuth, _ email: String, _ code: String) async throws -> HTTPAnswer {
        try await project.ask(
            "POST", "/auth/v1/verify", #"{"type":"recovery","email":"\#(email)","token":"\#(code)"}"#)
    }

    private static func code(in mail: String) throws -> String {
        String(try #require(mail.firstMatch(of: /The code is ([0-9]{8})\./)).1)
    }

    @Test("who reads the user's mailbox sets a new password, once for each code")
    func codes() async throws {
        try await Self.run { project, mailbox in
            try await project.add("ada@example.org")
            let answer = try await Self.recover(project, "Ada@Example.org", page: "https://evil.example.org/")
            try #require(answer.status == 200 && answer.text == "{}")
            let mail = try await mailbox.mail()
            #expect(mail.contains("\nTo: ada@example.org\n") && !mail.contains("office@"))
            #expect(!mail.contains("http"), "a page of another origin gets no link")
            let code = try Self.code(in: mail)
            #expect(try await project.count("accounts_recoveries WHERE length(code) = 32 AND length(link) = 32") == 1)
            let session = try await Self.verify(project, "ADA@example.org", code)
            #expect(session.status == 200 && session["token_type"] == "bearer")
            let again = try await Self.verify(project, "ada@example.org", code)
            #expect(again.status == 403 && again["error_code"] == "otp_expired")
            #expect(try await project.count("accounts_recoveries") == 0)
            let changed = try await project.ask(
                "PUT", "/auth/v1/user", token: session["access_token"], #"{"password":"another long password"}"#)
            #expect(changed.status == 200)
            #expect(try await project.signIn("ada@example.org").status == 400)
            #expect(try await project.signIn("ada@example.org", "another long password").status == 200)
        }
    }

    @Test("a stranger's address is answered as a user's, and gets no mail")
    func strangers() async throws {
        try await Self.run { project, mailbox in
            try await project.add("ada@example.org")
            let (stranger, user) = (
                try await Self.recover(project, "eve@example.org"), try await Self.recover(project, "ada@example.org")
            )
            try #require(stranger.status == user.status && stranger.text == user.text && stranger.status == 200)
            for email in ["eve@example.org", "ada@example.org"] {
                var soon = try await Self.recover(project, email)
                // Each node counts by itself.
                for _ in 0..<4 where soon.status == 200 { soon = try await Self.recover(project, email) }
                #expect(soon.status == 429 && soon["error_code"] == "over_email_send_rate_limit")
                let wrong = try await Self.verify(project, email, "00000000x")
                #expect(wrong.status == 403 && wrong["error_code"] == "otp_expired")
            }
            _ = try await mailbox.mail()
            #expect(try await project.count("accounts_recoveries") == 1)
            #expect(try mailbox.mails.count == 1)
            let malformed = try await Self.recover(project, "ada@example.org, eve@example.org")
            #expect(malformed.status == 400 && malformed["error_code"] == "validation_failed")
            #expect(try await project.ask("POST", "/auth/v1/recover", "{}").status == 400)
        }
    }

    @Test("a link leads to the page of an allowed origin with a session, once")
    func links() async throws {
        try await Self.run(publicURL: PublicURL("https://forms.example.org")) { project, mailbox in
            try await project.add("ada@example.org")
            func ask(_ method: String, _ path: String, _ body: String = "") async throws -> ServiceHarness.Answer {
                try await project.service.exchange(
                    method, path, ["Host": "forms.example.org", "Content-Type": "application/json"], body: body)
            }
            let begun = try await ask(
                "POST", "/auth/v1/recover?redirect_to=\(Self.page)", #"{"email":"ada@example.org"}"#)
            try #require(begun.status == 200)
            let mail = try await mailbox.mail()
            let link = String(
                try #require(mail.firstMatch(of: /https:\/\/forms\.example\.org(\/auth\/v1\/verify\S+)/)).1)
            let elsewhere = link.replacing("stories.example.org", with: "evil.example.org")
            #expect(try await ask("GET", elsewhere).status == 400)
            #expect(try await ask("GET", link.replacing("recovery", with: "magiclink")).status == 400)
            let first = try await ask("GET", link)
            #expect(first.status == 303 && first.headers["cache-control"] == "no-store")
            let place = try #require(first.headers["location"])
            #expect(place.hasPrefix("\(Self.page)#access_token=") && place.hasSuffix("&type=recovery"))
            let token = String(try #require(place.firstMatch(of: /access_token=([^&]+)/)).1)
            guard case .user = try await project.accounts.bearer(of: token) else {
                Issue.record("The session is not one of a user.")
                return
            }
            let second = try await ask("GET", link)
            #expect(second.status == 303 && second.headers["location"]?.contains("error_code=otp_expired") == true)
            #expect(second.headers["location"]?.contains("access_token") == false)
        }
    }

    @Test("five wrong codes, an hour, or a later code end a code, and disabled users have none")
    func ends() async throws {
        try await Self.run { project, _ in
            let email = try EmailAddress("ada@example.org")
            try await project.add(email.text)
            func proof() async throws -> RecoveryProof {
                project.clock.advance(by: ProjectAccounts.recoveryInterval)
                return try #require(try await project.accounts.beginRecovery(of: email))
            }
            let guessed = try await proof()
            #expect(try await project.accounts.beginRecovery(of: email) == nil)
            for _ in 0..<ProjectAccounts.recoveryAttempts {
                let wrong = guessed.code == "00000000" ? "00000001" : "00000000"
                #expect(try await Self.verify(project, email.text, wrong).status == 403)
            }
            #expect(try await Self.verify(project, email.text, guessed.code).status == 403)

            let late = try await proof()
            project.clock.advance(by: ProjectAccounts.recoveryLifetime)
            #expect(try await Self.verify(project, email.text, late.code).status == 403)

            let (old, new) = (try await proof(), try await proof())
            if old.code != new.code { #expect(try await Self.verify(project, email.text, old.code).status == 403) }
            let hash = try await project.ask(
                "POST", "/auth/v1/verify", #"{"type":"recovery","token_hash":"\#(old.secret)"}"#)
            #expect(hash.status == 403)
            let byHash = try await project.ask(
                "POST", "/auth/v1/verify", #"{"type":"recovery","token_hash":"\#(new.secret)"}"#)
            #expect(byHash.status == 200)
            let other = try await project.ask("POST", "/auth/v1/verify", #"{"type":"signup","token_hash":"x"}"#)
            #expect(other.status == 400 && other["error_code"] == "validation_failed")

            _ = try await proof()
            try await project.families.write { _, transaction in
                try transaction.db.execute("UPDATE accounts_users SET is_disabled = 1")
            }
            project.clock.advance(by: ProjectAccounts.recoveryLifetime)
            #expect(try await project.accounts.beginRecovery(of: email) == nil)
            #expect(try await project.accounts.beginRecovery(of: EmailAddress("eve@example.org")) == nil)
        }
    }
}
