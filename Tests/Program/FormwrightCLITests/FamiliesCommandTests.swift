import Foundation
import TestSupport
import TestTraits
import Testing

/// Families, as the person manages them who runs the service.
@Suite("Commands: families", .blocking, .timeLimit(.minutes(30))) struct FamiliesCommandTests {
    private let folder: TemporaryFolder
    private var environment: [String: String] { ["FORMWRIGHT_STORE": folder.url.path + "/store"] }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("correct horse battery\n", "password")
    }

    private func run(_ arguments: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(arguments, environment: environment)
    }

    private func create(_ name: String, owner: String, _ options: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(
            ["families", "create", name, "--owner", owner, "--password-file", folder.file("password").path] + options,
            environment: environment)
    }

    private func objects(_ outcome: CommandLineTool.Outcome, _ key: String) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        return try #require(object?[key] as? [[String: Any]])
    }

    @Test("a family is created with its owner, listed, and deleted; the owner stays a user")
    func life() throws {
        let created = try create("The Lovelaces", owner: "Ada@Example.org")
        #expect(created.status == 0, "\(created.errors)")
        let keys = try run("families", "credentials").text
        #expect(keys.hasPrefix("address  http://127.0.0.1:8080\nkey      ey"))
        let id = try #require(try objects(run("families", "list", "--json"), "families").first?["id"] as? String)
        #expect(created.text == "The Lovelaces  created\nid       \(id)\n" + keys)
        // A known owner needs no password.
        #expect(try run("families", "create", "The Others", "--owner", "ada@example.org").status == 0)
        let families = try objects(run("families", "list", "--json"), "families")
        #expect(families.map { $0["name"] as? String } == ["The Lovelaces", "The Others"])
        let members = try objects(run("families", "members", "The Lovelaces", "--json"), "members")
        #expect(members.map { $0["email"] as? String } == ["ada@example.org"])
        #expect(members.map { $0["role"] as? String } == ["owner"])
        #expect(
            try run("families", "delete", "The Others").text == "The Others  deleted, with artworks: 0\n")
        #expect(try run("families", "list").text.split(separator: "\n").count == 2)
        let users = try objects(run("users", "list", "--json"), "users")
        #expect(users.map { $0["email"] as? String } == ["ada@example.org"])
        #expect(
            try run("users", "password", "ada@example.org", "--password-file", folder.file("password").path).status == 0
        )
    }

    @Test("what is printed names the address that people use, given by an option or by the settings")
    func address() throws {
        _ = try create("The Lovelaces", owner: "ada@example.org")
        let address = "https://stories.example.org"
        let invite = try run("families", "invite", "The Lovelaces", "--address", "\(address)/")
        #expect(invite.errors.hasPrefix("Or as a link: \(address)/stories#/invite/\(invite.text)"))
        #expect(invite.errors.split(separator: "\n").count == 2)
        let keys = try JSONDecoder().decode(
            [String: String].self, from: run("families", "credentials", "--address", address, "--json").output)
        #expect(keys["address"] == address && keys["key"]?.hasPrefix("ey") == true)
        #expect(try run("families", "credentials", "--address", "stories").status == 64)
        try folder.write("service:\n  port: 54321\n", "pipeline.yaml")
        let other = try run("families", "credentials", "--config", folder.file("pipeline.yaml").path)
        #expect(other.text.hasPrefix("address  http://127.0.0.1:54321\n"))
        let local = try run("families", "invite", "The Lovelaces", "--config", folder.file("pipeline.yaml").path)
        #expect(local.errors.contains("Only this machine reaches http://127.0.0.1:54321: give --address"))
        try folder.write("service: {port: 54321, bind: 192.0.2.7}\n", "pipeline.yaml")
        let reached = try run("families", "invite", "The Lovelaces", "--config", folder.file("pipeline.yaml").path)
        #expect(reached.errors.hasPrefix("Or as a link: http://192.0.2.7:54321/stories#/invite/"))
        #expect(reached.errors.split(separator: "\n").count == 2)
    }

    @Test("commands go on working under the names of earlier releases, and help shows those of today")
    func earlierNames() throws {
        _ = try create("The Lovelaces", owner: "ada@example.org")
        let today = try run("families", "credentials", "--json")
        let earlier = try run("families", "keys", "--json")
        #expect(earlier.status == 0 && earlier.output == today.output)
        #expect(earlier.errors == "formwright: 'families keys' is now called 'families credentials'.\n")
        #expect(today.errors.isEmpty)
        #expect(try run("families", "change", "The Lovelaces", "ada@example.org", "--nickname", "Mum").status == 0)
        for (old, new, argument) in [
            ("withdraw", "revoke-invite", "K7MWX3QA"), ("remove", "remove-member", "ben@example.org"),
        ] {
            let today = try run("families", new, "The Lovelaces", argument)
            let earlier = try run("families", old, "The Lovelaces", argument)
            #expect(earlier.status == today.status && today.status != 64)
            let notice = "formwright: 'families \(old)' is now called 'families \(new)'.\n"
            #expect(earlier.errors == notice + today.errors)
        }
        let help = try run("help", "families", "keys")
        #expect(help.status == 0 && help.text.contains("USAGE: formwright families credentials"))
        // Only a command is renamed, and no value that an option takes.
        #expect(try run("families", "members", "change").errors.contains("now called") == false)
    }

    @Test("members get other roles and nicknames, and leave; a family keeps an owner")
    func members() throws {
        #expect(
            try run(
                "families", "create", "The Lovelaces", "--owner", "ada@example.org", "--nickname", "Mum",
                "--password-file", folder.file("password").path
            ).status == 0)
        _ = try create("The Others", owner: "ben@example.org")
        func members() throws -> [[String]] {
            try objects(run("families", "members", "The Lovelaces", "--json"), "members").map {
                [$0["email"] as? String ?? "", $0["role"] as? String ?? "", $0["nickname"] as? String ?? ""]
            }
        }
        #expect(try members() == [["ada@example.org", "owner", "Mum"]])
        #expect(
            try run("families", "update-member", "The Lovelaces", "ben@example.org", "--role", "parent").status == 113)
        #expect(try run("families", "update-member", "The Lovelaces", "ada@example.org").status == 64)
        #expect(
            try run("families", "update-member", "The Lovelaces", "ada@example.org", "--role", "viewer").status == 199)
        #expect(
            try run("families", "update-member", "The Lovelaces", "ADA@example.org", "--nickname", "Ada").status == 0)
        #expect(try members() == [["ada@example.org", "owner", "Ada"]])
        #expect(try run("families", "remove-member", "The Lovelaces", "ada@example.org").status == 199)
        #expect(try run("families", "remove-member", "The Lovelaces", "ben@example.org").status == 113)
        #expect(try run("families", "rename", "The Lovelaces", "").status == 199)
        #expect(try run("families", "rename", "The Lovelaces", "The Others").status == 199)
        #expect(try run("families", "rename", "The Lovelaces", "The Kings").text == "The Kings  renamed\n")
        #expect(try run("families", "members", "The Kings").status == 0)
    }

    @Test("deleted artworks are removed for good, of one family")
    func purge() throws {
        _ = try create("The Lovelaces", owner: "ada@example.org")
        let outcome = try run("families", "purge", "The Lovelaces", "--now")
        #expect(outcome.status == 0 && outcome.text == "The Lovelaces  purged, artworks: 0, pictures: 0\n")
        #expect(try run("families", "purge", "The Others", "--now").status == 196)
    }

    @Test(
        "an invite is sent by mail, with its link; without a section mail there is none, and a failure leaves the invite"
    )
    func mail() throws {
        _ = try create("The Lovelaces", owner: "ada@example.org")
        let settings = folder.file("pipeline.yaml").path
        func invite() throws -> CommandLineTool.Outcome {
            try run("families", "invite", "The Lovelaces", "--mail", "ben@example.org", "--config", settings)
        }
        _ = try folder.write("", "pipeline.yaml")
        #expect(try invite().status == 242)
        #expect(try objects(run("families", "invites", "The Lovelaces", "--json"), "invites").isEmpty)
        let sent = folder.file("sent").path
        let program = try folder.write("#!/bin/sh\ncat > \(sent)\n", "sendmail")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        _ = try folder.write(
            "mail: {to: [office@example.org], from: stories@example.org, sendmail: \(program.path)}\n"
                + "service: {publicURL: https://stories.example.org}\n", "pipeline.yaml")
        let outcome = try invite()
        #expect(outcome.status == 0 && outcome.errors.hasSuffix("Sent to ben@example.org.\n"), "\(outcome.errors)")
        let code = outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)
        let message = try String(contentsOfFile: sent, encoding: .utf8)
        #expect(message.contains("To: ben@example.org\n") && !message.contains("office@example.org"))
        #expect(message.contains("https://stories.example.org/stories#/invite/\(code)\n"))
        #expect(message.contains("“The Lovelaces”"))
        _ = try folder.write("#!/bin/sh\nexit 75\n", "sendmail")
        let failed = try invite()
        #expect(failed.status == 243 && !failed.text.isEmpty && failed.errors.contains("status 75"), "\(failed.errors)")
        #expect(try objects(run("families", "invites", "The Lovelaces", "--json"), "invites").count == 2)
        #expect(try run("families", "invite", "The Lovelaces", "--mail", "nobody", "--config", settings).status != 0)
    }

    @Test("an invite is listed until it is withdrawn")
    func invites() throws {
        _ = try create("The Lovelaces", owner: "ada@example.org")
        _ = try create("The Others", owner: "ben@example.org")
        let code = try run("families", "invite", "The Lovelaces", "--nickname", "Dad").text.prefix(8)
        let listed = try objects(run("families", "invites", "The Lovelaces", "--json"), "invites")
        #expect(listed.map { $0["code"] as? String } == [String(code)])
        #expect(listed.first?["nickname"] as? String == "Dad" && listed.first?["role"] as? String == "member")
        #expect(try run("families", "revoke-invite", "The Others", String(code)).status == 199)
        #expect(try run("families", "revoke-invite", "The Lovelaces", code.lowercased()).status == 0)
        #expect(try run("families", "revoke-invite", "The Lovelaces", String(code)).status == 199)
        #expect(try run("families", "invites", "The Lovelaces").text.split(separator: "\n").count == 1)
    }

    @Test("an invite prints its code alone on standard output")
    func invite() throws {
        _ = try create("The Lovelaces", owner: "ada@example.org")
        let codes = try ["parent", "member", "viewer"].map { role in
            let outcome = try run("families", "invite", "The Lovelaces", "--role", role)
            #expect(outcome.errors.contains("as \(role), until 20"))
            return outcome.text
        }
        #expect(Set(codes).count == 3)
        for code in codes { #expect(code.wholeMatch(of: /[A-Z2-9]{8}\n/) != nil) }
        #expect(try run("families", "invite", "The Lovelaces", "--role", "owner").status == 64)
        #expect(try run("families", "invite", "The Lovelaces", "--nickname", "").status == 199)
    }

    @Test("a family that is not there, one of two with a name, and a name that breaks a rule are refused")
    func refusals() throws {
        #expect(try run("families", "members", "The Lovelaces").status == 196)
        _ = try create("The Lovelaces", owner: "ada@example.org")
        #expect(try create("The Lovelaces", owner: "ben@example.org").status == 199)
        #expect(try create("The Lovelaces", owner: "ben@example.org", "--duplicate").status == 0)
        let ambiguous = try run("families", "members", "The Lovelaces")
        #expect(ambiguous.status == 197 && ambiguous.errors.contains("families list --ids"))
        let ids = try objects(run("families", "list", "--json"), "families").compactMap { $0["id"] as? String }
        #expect(ids.count == 2)
        for id in ids { #expect(try run("families", "members", id).status == 0) }
        #expect(try create(String(repeating: "x", count: 101), owner: "ada@example.org").status == 199)
        #expect(try create("The Others", owner: "no address").status == 195)
    }

    @Test("a family is exported into a private file, which is not overwritten unless asked for, and imported")
    func archive() throws {
        _ = try create("The Lovelaces", owner: "ada@example.org")
        let file = folder.file("lovelaces.zip").path
        let exported = try run("families", "export", "The Lovelaces", "-o", file)
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(exported.text == "The Lovelaces  exported, artworks: 0, files: 0\n")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        #expect(try run("families", "export", "The Lovelaces", "-o", file).status == 53)
        #expect(try run("families", "export", "The Lovelaces", "-o", file, "--overwrite").status == 0)
        #expect(try run("families", "export", "The Others", "-o", file, "--overwrite").status == 196)
        #expect(folder.names.allSatisfy { !$0.hasSuffix(".tmp") })
        let again = try run("families", "import", file)
        #expect(again.status == 0 && again.errors.hasPrefix("The family has new IDs"), "\(again.errors)")
        let other = try run("families", "import", file, "--store", folder.url.path + "/other")
        #expect(other.status == 0 && other.errors.isEmpty, "\(other.errors)")
        #expect(
            other.text
                == "The Lovelaces  imported, members: 1, children: 0, artworks: 0, pictures: 0, reactions and comments: 0\n"
                + "new user  ada@example.org  (formwright users password ada@example.org)\n")
        let set = try run(
            "users", "password", "ada@example.org", "--password-file", folder.file("password").path, "--store",
            folder.url.path + "/other")
        #expect(set.status == 0, "\(set.errors)")
        #expect(try run("families", "import", folder.file("password").path).status == 206)
        #expect(try run("families", "import", folder.file("none.zip").path).status == 10)
    }

    @Test("a user can be given an address, and leaves the families when deleted")
    func users() throws {
        let password = folder.file("password").path
        #expect(try run("users", "add", "ada", "--password-file", password).status == 0)
        #expect(try run("users", "email", "ada", "ada@example.org").status == 0)
        #expect(try run("families", "create", "The Lovelaces", "--owner", "ada@example.org").status == 0)
        #expect(try run("users", "add", "ben", "--password-file", password).status == 0)
        #expect(try run("users", "email", "ben", "ADA@example.org").status == 114)
        #expect(try run("users", "delete", "ada@example.org").status == 0)
        #expect(try run("families", "list", "--json").text.contains("\"total\" : 0"))
    }
}
