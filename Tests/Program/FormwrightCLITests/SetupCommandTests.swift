import Foundation
import TestSupport
import TestTraits
import Testing

/// How an administrator sets up the service without a package.
@Suite("Command: setup", .blocking, .timeLimit(.minutes(30))) struct SetupCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("correct horse battery\n", "password")
    }

    private var settings: URL { folder.file("pipeline.yaml") }

    private func setUp(_ arguments: String..., input: String = "") throws -> CommandLineTool.Outcome {
        let usual = [
            "setup", "--config", settings.path, "--store", folder.file("store").path, "--password-file",
            folder.file("password").path,
        ]
        return try CommandLineTool.run(usual + arguments, input: Data(input.utf8))
    }

    private func lines() throws -> [String] {
        try String(contentsOf: settings, encoding: .utf8).components(separatedBy: "\n")
    }

    @Test("for the local network: settings, administrator and certificate are made, and shown")
    func network() throws {
        let outcome = try setUp("--administrator", "ada", "--reach", "network")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            try lines() == [
                "store: \(folder.file("store").path)", "", "service:", "  bind: 0.0.0.0", "  port: 8443", "  tls: self",
                "",
            ])
        let users = try CommandLineTool.run(["users", "list", "--config", settings.path]).text
        #expect(users.contains(/ada +administrator +enabled/), "\(users)")
        #expect(outcome.text.contains("users log in at https://"))
        #expect(outcome.text.contains(/([0-9A-F]{2}:){31}[0-9A-F]{2}/))
        #expect(FileManager.default.fileExists(atPath: folder.file("store/tls.pem").path))
    }

    @Test("for a proxy: the service stays on this machine, and its port can be chosen")
    func proxy() throws {
        let outcome = try setUp("--administrator", "ada", "--public-url", "https://forms.example.org", "--port", "9000")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let text = try lines()
        #expect(text.contains("  port: 9000") && !text.contains { $0.contains("bind") })
        #expect(text.contains("  publicURL: https://forms.example.org") && !text.contains { $0.contains("tls") })
        #expect(outcome.text.contains("https://forms.example.org/ once the proxy forwards to http://127.0.0.1:9000"))
    }

    @Test("comments and other settings stay, and earlier answers are replaced")
    func repeated() throws {
        try folder.write(
            """
            # Our forms.
            forms: {fontSize: 9}   # small
            service:
                # behind the firewall
                bind: 127.0.0.1
                publicURL: https://old.example
                rate: 50
            retention: {days: 30}

            """, "pipeline.yaml")
        #expect(try setUp("--administrator", "ada", "--reach", "network").status == 0)
        #expect(
            try lines() == [
                "# Our forms.", "store: \(folder.file("store").path)", "forms: {fontSize: 9}   # small", "service:",
                "    port: 8443", "    tls: self", "    # behind the firewall", "    bind: 0.0.0.0", "    rate: 50",
                "retention: {days: 30}", "",
            ])
        #expect(try setUp("--administrator", "ada", "--public-url", "https://f.example").status == 0)
        let text = try lines()
        #expect(text.contains("    publicURL: https://f.example") && text.contains("    rate: 50"))
        #expect(!text.contains { $0.contains("tls") })
    }

    @Test("again, it keeps administrators, and makes no user one")
    func existingUsers() throws {
        #expect(try setUp("--administrator", "ada", "--reach", "network").status == 0)
        try folder.write("another password\n", "other")
        let again = try setUp("--reach", "network", "--password-file", folder.file("other").path)
        #expect(again.status == 0 && again.text.contains("kept the administrators"), "\(again.errors)")
        #expect(try setUp("--administrator", "ada", "--reach", "network").status == 0)
        let users = ["users", "--config", settings.path, "--password-file", folder.file("password").path]
        #expect(try CommandLineTool.run([users[0], "add", "ben", "--role", "reader"] + users[1...]).status == 0)
        let refused = try setUp("--administrator", "ben", "--reach", "network")
        #expect(refused.status == 114 && refused.errors.contains("no administrator"), "\(refused.errors)")
        #expect(try CommandLineTool.run(["users", "list", "--config", settings.path]).text.contains(/ben +reader/))
    }

    @Test("again, it keeps a certificate in files, an address of the network, and a port that was chosen")
    func keptSettings() throws {
        try folder.write(
            """
            service:
              bind: 192.0.2.2   # the office's side
              port: 9443        # ours
              tls: {certificate: a.pem, key: b.pem}

            """, "pipeline.yaml")
        #expect(try setUp("--administrator", "ada", "--reach", "network").status == 0)
        #expect(
            try lines() == [
                "store: \(folder.file("store").path)", "service:", "  bind: 192.0.2.2   # the office's side",
                "  port: 9443        # ours", "  tls: {certificate: a.pem, key: b.pem}", "",
            ])
        #expect(try setUp("--administrator", "ada", "--reach", "network", "--port", "9444").status == 0)
        #expect(try lines().contains("  port: 9444        # ours"))
    }

    @Test("a mistake leaves the settings file and the store as they were")
    func mistakes() throws {
        let text = "service: {rate: 50}\n"
        try folder.write(text, "pipeline.yaml")
        let oneLine = try setUp("--administrator", "ada", "--reach", "network")
        #expect(oneLine.status != 0 && oneLine.errors.contains("“service” is written on one line"))
        for arguments in [
            ["--administrator", "Ada Lovelace", "--reach", "network"],
            ["--administrator", "ada", "--public-url", "http://forms.example.org"],
            ["--administrator", "ada", "--reach", "network", "--store", "postgresql://db/forms"],
            ["--administrator", "ada", "--reach", "network", "--port", "70000"],
            ["--administrator", "ada"], ["--reach", "network"],
            ["--administrator", "ada", "--reach", "network", "--public-url", "https://x.example"],
        ] {
            let outcome = try CommandLineTool.run(
                ["setup", "--config", settings.path, "--password-file", folder.file("password").path] + arguments
                    + (arguments.contains("--store") ? [] : ["--store", folder.file("store").path]))
            #expect(outcome.status != 0 && !outcome.errors.isEmpty, "\(arguments)")
        }
        try folder.write("short\n", "password")
        try folder.write("", "pipeline.yaml")
        #expect(try setUp("--administrator", "ada", "--reach", "network").status != 0)
        #expect(try String(contentsOf: settings, encoding: .utf8) == "")
        #expect(!FileManager.default.fileExists(atPath: folder.file("store").path))
    }

    @Test("a file that only looks as if it had a section is refused, and the store stays as it was")
    func lookalikes() throws {
        let text = "watch:\n  - inbox: \"/tmp/x\nservice:\n  y\"\n"
        try folder.write(text, "pipeline.yaml")
        let outcome = try setUp("--administrator", "ada", "--reach", "network")
        #expect(outcome.status != 0 && !outcome.text.contains("added"), "\(outcome.text)")
        #expect(try String(contentsOf: settings, encoding: .utf8) == text)
        #expect(!FileManager.default.fileExists(atPath: folder.file("store").path))
    }

    @Test("a settings file that cannot be written adds no administrator")
    func unwritable() throws {
        let outcome = try setUp(
            "--administrator", "ada", "--reach", "network", "--config", "\(folder.path)/no/such.yaml")
        #expect(outcome.status != 0 && !FileManager.default.fileExists(atPath: folder.file("store").path))
    }

    @Test("line ends of Windows stay")
    func windowsLines() throws {
        try folder.write("# Ours.\r\nservice:\r\n  rate: 50\r\n", "pipeline.yaml")
        #expect(try setUp("--administrator", "ada", "--reach", "network").status == 0)
        let text = try String(contentsOf: settings, encoding: .utf8)
        #expect(text.hasPrefix("# Ours.\r\nstore: ") && text.hasSuffix("  tls: self\r\n  rate: 50\r\n"), "\(text)")
    }

    @Test("without a terminal and an answer, it says which option is missing, with its own usage")
    func noTerminal() throws {
        let outcome = try setUp("--reach", "network")
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: Give --administrator, since standard input is not a terminal.\n"))
        #expect(outcome.errors.contains("Usage: formwright setup [--config <config>]"), "\(outcome.errors)")
        #expect(outcome.errors.contains("See 'formwright setup --help'"), "\(outcome.errors)")
    }

    @Test("on a terminal it asks for what no option answers, and again after a wrong answer")
    func questions() throws {
        try folder.write("Ada\nada\nproxy\nhttp://x\nhttps://forms.example.org\n", "answers")
        let command = """
            '\(CommandLineTool.url.path)' setup --config '\(settings.path)' --store '\(folder.file("store").path)' \
            --password-file '\(folder.file("password").path)'
            """
        let output = try Program.run(
            "sh", ["-c", "script -qec \"$0\" /dev/null < \"$1\"", command, folder.file("answers").path])
        let shown = String(decoding: output, as: UTF8.self)
        #expect(shown.contains("Name of the administrator: ") && shown.contains("A user's name has 1 to 64"))
        #expect(shown.contains("The address of the proxy must be https://"))
        #expect(try lines().contains("  publicURL: https://forms.example.org"), "\(shown)")
    }
}
