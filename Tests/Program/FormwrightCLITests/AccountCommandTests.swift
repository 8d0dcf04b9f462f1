import ProcessTestSupport
import Domains
import FormsDomain
import LocalStore
import FormModel
import Foundation
import HTTPService
import Pipeline
import TestSupport
import TestTraits
import Testing
import Users

/// The users and tokens of the service, as an administrator manages them.
@Suite("Commands: users, tokens", .blocking, .timeLimit(.minutes(30))) struct AccountCommandTests {
    private let folder: TemporaryFolder
    private var environment: [String: String] { ["FORMWRIGHT_STORE": folder.url.path + "/store"] }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("correct horse battery\n", "password")
    }

    private func run(_ arguments: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(arguments, environment: environment)
    }

    private func add(_ name: String) throws {
        let outcome = try run("users", "add", name, "--password-file", folder.file("password").path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == "\(name)  added\n")
    }

    private func objects(_ outcome: CommandLineTool.Outcome, _ key: String) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        return try #require(object?[key] as? [[String: Any]])
    }

    @Test("users are added, listed, disabled, enabled and deleted")
    func users() throws {
        try add("bob")
        try add("ada")
        #expect(try run("users", "add", "ada", "--password-file", folder.file("password").path).status == 114)
        #expect(try run("users", "disable", "bob").text == "bob  disabled\n")
        let lines = try run("users", "list").text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].contains(/ada +staff +enabled +0/) && lines[2].contains(/bob +staff +disabled +0/))
        #expect(try run("users", "enable", "bob").status == 0)
        let users = try objects(run("users", "list", "--json"), "users")
        #expect(users.map { $0["name"] as? String } == ["ada", "bob"])
        #expect(users.map { $0["disabled"] as? Bool } == [false, false])
        #expect(
            try run("users", "delete", "bob").text
                == "bob  deleted, with documents: 0, templates: 0, mappings: 0, signatures: 0\n")
        #expect(try run("users", "list").text.split(separator: "\n").count == 2)
        #expect(try run("users", "password", "ada", "--password-file", folder.file("password").path).status == 0)
    }

    @Test("roles are given, listed and changed, and the last administrator stays unless forced")
    func roles() throws {
        let password = folder.file("password").path
        #expect(try run("users", "add", "ada", "--role", "administrator", "--password-file", password).status == 0)
        try add("ben")
        #expect(try run("users", "role", "ben", "reader").text == "ben  reader\n")
        let users = try objects(run("users", "list", "--json"), "users")
        #expect(users.map { $0["role"] as? String } == ["administrator", "reader"])
        #expect(try run("users", "list").text.contains(/ben +reader +enabled/))
        for arguments in [["role", "ada", "staff"], ["disable", "ada"], ["delete", "ada"]] {
            let outcome = try CommandLineTool.run(["users"] + arguments, environment: environment)
            #expect(outcome.status == 235 && outcome.errors.contains("only administrator"), "\(outcome.errors)")
        }
        #expect(try run("users", "role", "ada", "king").status == 64)
        #expect(try run("users", "role", "eve", "staff").status == 113)
        #expect(try run("users", "disable", "ada", "--force").status == 0)
        #expect(try run("users", "delete", "ada", "--force").status == 0)
    }

    @Test("an invitation is printed as a link, and sessions are listed and ended")
    func invitations() async throws {
        let nowhere = try run("users", "invite")
        #expect(nowhere.status == 64 && nowhere.errors.contains("--url"), "\(nowhere.errors)")
        #expect(try run("users", "invite", "--url", "forms.example.org").status == 64)
        #expect(try run("users", "invite", "--url", "https://forms.example.org", "--email", "x").status == 195)
        let outcome = try run("users", "invite", "--role", "reader", "--url", "https://forms.example.org")
        let link = outcome.text.trimmingCharacters(in: .newlines)
        #expect(link.wholeMatch(of: /https:\/\/forms\.example\.org\/invitation\/[0-9a-f]{64}/) != nil)
        #expect(outcome.errors.contains("reader"))
        try folder.write("service: {publicURL: https://office.example.org}\n", "pipeline.yaml")
        let configured = try run("users", "invite", "--config", folder.file("pipeline.yaml").path)
        #expect(configured.text.hasPrefix("https://office.example.org/invitation/"))
        try add("ada")
        let accounts = Accounts(
            try LocalSystem(SystemSettings(store: folder.file("store").path, domains: Domains.stored)).database)
        let first = try await accounts.logIn(name: "ada", password: "correct horse battery", replacing: nil)
        let second = try await accounts.logIn(name: "ada", password: "correct horse battery", replacing: nil)
        let sessions = try objects(run("users", "sessions", "ada", "--json"), "sessions")
        #expect(sessions.map { $0["kind"] as? String } == ["browser", "browser"])
        #expect(try run("users", "sessions", "ada").text.contains("browser-1"))
        #expect(try run("users", "end-sessions", "ada", "browser-1").text == "browser-1  ended\n")
        #expect(try run("users", "end-sessions", "ada", "browser-1").status == 238)
        #expect(try run("users", "end-sessions", "ada", "x").status == 238)
        #expect(try await accounts.identity(ofSession: first) == nil)
        #expect(try await accounts.identity(ofSession: second) != nil)
        #expect(try run("users", "end-sessions", "ada").text == "ada  logged out\n")
        #expect(try await accounts.identity(ofSession: second) == nil)
    }

    @Test("the owner of documents is a user's name, and the user goes only with them")
    func documents() throws {
        let form = TestData.url("forms/irs-8888.pdf").path
        #expect(try run("documents", "add", form, "--owner", "ada").status == 0)
        #expect(try run("documents", "add", form, "--owner", "bob").status == 0)
        let added = try run("users", "add", "ada", "--password-file", folder.file("password").path)
        #expect(added.errors == "Documents that belong to ada already: 1.\n")
        let refused = try run("users", "delete", "ada")
        #expect(
            refused.status == 115
                && refused.errors.contains("ada has documents: 1, templates: 0, mappings: 0, signatures: 0."),
            "\(refused.errors)")
        #expect(refused.errors.contains("--with-documents"))
        #expect(try run("documents", "list", "--owner", "ada", "--json").text.contains("\"total\" : 1"))
        #expect(
            try run("users", "delete", "ada", "--with-documents").text
                == "ada  deleted, with documents: 1, templates: 0, mappings: 0, signatures: 0\n")
        #expect(try run("documents", "list", "--owner", "ada", "--json").text.contains("\"total\" : 0"))
        #expect(try run("documents", "list", "--owner", "bob", "--json").text.contains("\"total\" : 1"))
    }

    @Test("a user's templates go with the user, and others' stay")
    func templates() async throws {
        try add("ada")
        let local = try LocalSystem(SystemSettings(store: environment["FORMWRIGHT_STORE"], domains: Domains.stored))
        let templates = TemplateStore(local)
        for owner in ["ada", ""] {
            let template = FormTemplate(
                id: UUID(), name: "lease", digest: String(repeating: "0", count: 64), version: 1,
                pages: [PageSize(width: 612, height: 792)], fields: [])
            _ = try await templates.put(template, owner: OwnerID(owner))
        }
        let refused = try run("users", "delete", "ada")
        #expect(
            refused.status == 115
                && refused.errors.contains("ada has documents: 0, templates: 1, mappings: 0, signatures: 0."),
            "\(refused.errors)")
        #expect(
            try run("users", "delete", "ada", "--with-documents").text
                == "ada  deleted, with documents: 0, templates: 1, mappings: 0, signatures: 0\n")
        #expect(try await templates.summaries(in: .all).map(\.owner) == [""])
    }

    @Test("a token is printed once, and listed without it until it is revoked")
    func tokens() throws {
        try add("ada")
        let created = try run("tokens", "create", "--owner", "ada", "--name", "scan\u{1B}ner", "--expires", "90d")
        let token = created.text.trimmingCharacters(in: .newlines)
        #expect(created.status == 0 && token.wholeMatch(of: /fwt_[0-9a-f]{64}/) != nil)
        #expect(created.errors.hasPrefix("Token 1 of ada, role write, expires 20"))
        #expect(try run("tokens", "create", "--owner", "ada", "--name", "b", "--role", "read").status == 0)
        let list = try run("tokens", "list").text
        #expect(!list.contains(token.dropFirst(4)) && !list.contains("\u{1B}"))
        #expect(list.contains(/1 +ada +scan.*ner +write +active/) && list.contains(/2 +ada +b +read +active/))
        #expect(try run("tokens", "revoke", "1").text == "1  revoked\n")
        let tokens = try objects(run("tokens", "list", "--owner", "ada", "--json"), "tokens")
        #expect(tokens.map { $0["state"] as? String } == ["revoked", "active"])
        #expect(tokens.map { $0["expiresAt"] != nil } == [true, false])
    }

    @Test(
        "what cannot be done is reported with its exit status",
        arguments: [
            (["users", "add", "Ada", "--password-file", "-"], 116), (["users", "add", "ada"], 64),
            (["users", "add", "ada", "--password-file", "-"], 117),
            (["users", "add", "ada", "--password-file", "/nonexistent"], 10), (["users", "password", "eve"], 113),
            (["users", "disable", "eve"], 113), (["users", "enable", "eve"], 113), (["users", "delete", "eve"], 113),
            (["tokens", "create", "--owner", "eve", "--name", "a"], 113),
            (["tokens", "create", "--owner", "eve", "--name", ""], 64),
            (["tokens", "create", "--owner", "eve", "--name", "a", "--expires", "0d"], 64),
            (["tokens", "create", "--owner", "eve", "--name", "a", "--expires", "soon"], 64),
            (["tokens", "create", "--owner", "eve", "--name", "a", "--role", "admin"], 64),
            (["tokens", "list", "--owner", "eve"], 113), (["tokens", "revoke", "1"], 118),
        ])
    func refusals(arguments: [String], status: Int) throws {
        let outcome = try CommandLineTool.run(arguments, input: Data("short\n".utf8), environment: environment)
        #expect(Int(outcome.status) == status, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test("a password that is typed is not shown, and must be typed twice")
    func typed() throws {
        let good = try Terminal(["users", "add", "ada"], environment)
        try good.answer("Password for ada: ", "correct hors\u{7F}se battery\n")
        try good.answer("The same again: ", "wrong\u{15}correct horse battery\n")
        #expect(good.end() == 0)
        #expect(!good.shown.contains("correct") && !good.shown.contains("battery"))
        #expect(try run("users", "list").text.contains("ada"))
        let different = try Terminal(["users", "add", "bob"], environment)
        try different.answer("Password for bob: ", "correct horse battery\n")
        try different.answer("The same again: ", "correct horse batterie\n")
        #expect(different.end() == 117)
        let interrupted = try Terminal(["users", "add", "bob"], environment)
        try interrupted.answer("Password for bob: ", "correct\u{3}")
        #expect(interrupted.end() == 130)
        #expect(interrupted.isEchoing)
        #expect(try !run("users", "list").text.contains("bob"))
    }

    @Test("a mistake in the service's settings is reported by every command")
    func settings() throws {
        for (setting, message) in [
            ("publicURL: forms.example.org", "must be http:// or https:// and a host"),
            ("publicURL: https://forms.example.org/forms", "must be http:// or https:// and a host"),
            ("prot: 80", "Did you mean “port”?"), ("port: 70000", "from 0 to 65535"),
        ] {
            let file = try folder.write("service:\n  \(setting)\n", "pipeline.yaml").path
            for command in [["users", "list"], ["documents", "list"], ["serve"], ["worker"], ["status"], ["watch"]] {
                let outcome = try CommandLineTool.run(command + ["--config", file], environment: environment)
                #expect(outcome.status != 0 && outcome.errors.contains(message), "\(command): \(outcome.errors)")
            }
        }
    }

    @Test("the service starts where others can reach it only if there is a user")
    func serve() throws {
        let file = try folder.write("service: {publicURL: https://forms.example.org}\n", "pipeline.yaml").path
        for arguments in [["serve", "--bind", "0.0.0.0", "--port", "0"], ["serve", "--config", file, "--port", "0"]] {
            let outcome = try CommandLineTool.run(arguments, environment: environment)
            #expect(outcome.status == 112 && outcome.errors.contains("formwright users add"), "\(outcome.errors)")
        }
    }
}

/// A program on a terminal.
private final class Terminal {
    private let process = ChildProcess()
    private let errors = Pipe()
    private let master: FileHandle
    private let slave: FileHandle
    /// What the program has shown, on the terminal or otherwise.
    private(set) var shown = ""

    init(_ arguments: [String], _ environment: [String: String]) throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK and TIOCGPTN, which <stdlib.h> has functions for that Swift does not see.
        var (lock, number): (Int32, Int32) = (0, -1)
        try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(slave >= 0)
        self.master = FileHandle(fileDescriptor: master, closeOnDealloc: true)
        self.slave = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        process.executableURL = CommandLineTool.url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.setStandardInput(self.slave)
        process.setStandardOutput(FileHandle.nullDevice)
        process.setStandardError(errors)
        try process.run()
    }

    /// Waits for a prompt and types.
    func answer(_ prompt: String, _ text: String) throws {
        var new = ""
        while !new.hasSuffix(prompt) {
            let data = errors.fileHandleForReading.availableData
            try #require(!data.isEmpty, "The program ended: \(shown)\(new)")
            new += String(decoding: data, as: UTF8.self)
        }
        shown += new
        try master.write(contentsOf: Data(text.utf8))
    }

    /// Waits for the end of the program and returns its status.
    func end() -> Int32 {
        process.waitUntilExit()
        shown += String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        // What the terminal would have shown of what was typed.
        var wish = pollfd(fd: master.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&wish, 1, 100) > 0, wish.revents & Int16(POLLIN) != 0 {
            let data = master.availableData
            if data.isEmpty { break }
            shown += String(decoding: data, as: UTF8.self)
        }
        return process.terminationStatus
    }

    /// Whether the terminal shows what is typed.
    var isEchoing: Bool {
        var settings = termios()
        tcgetattr(slave.fileDescriptor, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }
}
