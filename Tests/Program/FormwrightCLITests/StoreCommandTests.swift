import ProcessTestSupport
import FormModel
import Foundation
import TestSupport
import TestTraits
import Testing

/// The commands that use the store, as a user runs them.
@Suite("Commands: documents, jobs, worker, status", .blocking, .timeLimit(.minutes(30))) struct StoreCommandTests {
    private let folder: TemporaryFolder
    private let form = TestData.url("forms/irs-8888.pdf").path

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(arguments, environment: ["FORMWRIGHT_STORE": folder.url.path + "/store"])
    }

    /// Adds the form and returns its id.
    private func add() throws -> String {
        let outcome = try run("documents", "add", form)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(outcome.text.split(separator: " ").first.map(String.init))
    }

    @Test(
        "a URL that is not of PostgreSQL is refused as a store and makes no folder",
        arguments: [
            "Postgresql://u:secret@h/d", "postgressql://u:secret@h/d", "postgresql:/u:secret@h/d",
            "mysql://u:secret@h/d",
            "s3://bucket/secret",
        ])
    func otherURL(_ url: String) throws {
        let settings = try folder.write("store: '\(url)'\n", "pipeline.yaml").path
        for arguments in [["status", "--store", url], ["status", "--config", settings]] {
            let outcome = try CommandLineTool.run(arguments, environment: ["HOME": folder.url.path])
            #expect(outcome.status == 48 && outcome.errors.contains("postgresql://"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("secret"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["pipeline.yaml"])
    }

    @Test("the list names the client of a document, and has no such column without any")
    func clients() throws {
        let id = try add()
        #expect(!(try run("documents", "list").text.contains("CLIENT")))
        #expect(try run("documents", "case", id, "--client", "Ada Lovelace").status == 0)
        let list = try run("documents", "list").text
        #expect(list.contains("CLIENT") && list.contains("Ada Lovelace"))
        #expect(try run("documents", "list", "--json").text.contains("\"client\" : \"Ada Lovelace\""))
    }

    @Test("removing somebody from a group says how many documents are no longer shown, and so does a refused deletion")
    func groupSizes() throws {
        let password = try folder.write("correct horse battery", "password").path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: password)
        #expect(try run("users", "add", "ada", "--password-file", password).status == 0)
        #expect(try run("groups", "add", "intake").status == 0)
        #expect(try run("groups", "add-user", "intake", "ada").status == 0)
        let id = try add()
        #expect(try run("documents", "case", id, "--owner", "@group:intake").status == 0)
        let refused = try run("groups", "delete", "intake")
        #expect(refused.status != 0 && refused.errors.contains("1 document belongs"), "\(refused.errors)")
        let removed = try run("groups", "remove-user", "intake", "ada")
        #expect(removed.text.contains("ada  removed from intake, and sees its 1 document no longer"), "\(removed.text)")
    }

    @Test("a backup is not restored into a folder that is named like a server")
    func restoreIntoURL() throws {
        let backup = folder.file("backup.tar").path
        #expect(try run("documents", "list").status == 0 && run("backup", backup).status == 0)
        let outcome = try run("restore", backup, "--store", "postgresql://forms@db.example/x")
        #expect(outcome.status == 48 && outcome.errors.contains("store copy"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: "postgresql:"))
    }

    @Test("a process for stages accepts a settings file whose artefacts are for the store of the command line")
    func stageSettings() throws {
        let settings = try folder.write("artefacts: s3://bucket/prefix\n", "pipeline.yaml").path
        // Without a parent that names a stage, it ends.
        let outcome = try CommandLineTool.run(["stage-host", "--config", settings])
        #expect(!outcome.errors.contains("artefacts"), "\(outcome.errors)")
        #expect(outcome.status != 48)
    }

    @Test("a form is added, analysed by a worker, filled and deleted")
    func life() throws {
        let id = try add()
        #expect(try run("documents", "fields", id).status == 54)
        let worker = try CommandLineTool.start(
            ["worker", "--stages", "rasterise,recognise,detect,preview"],
            environment: ["FORMWRIGHT_STORE": folder.url.path + "/store"])
        while !(try run("documents", "list", "--state", "ready").text.contains("irs-8888")) {
            Thread.sleep(forTimeInterval: 0.05)
        }
        worker.terminate()
        worker.waitUntilExit()
        #expect(worker.terminationStatus == 0)

        #expect(try run("documents", "fields", String(id.prefix(8))).text.contains("Routing number"))
        #expect(try run("documents", "values", id, "--set", "p1f1=Ada Lovelace").text.hasPrefix("Values stored"))
        let output = folder.url.path + "/out.pdf"
        let composed = try run("documents", "compose", id, "-o", output)
        #expect(composed.status == 0, "\(composed.errors)")
        // What comes from the store is as private as the store.
        let mode = try FileManager.default.attributesOfItem(atPath: output)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try RenderedPages(Data(contentsOf: URL(fileURLWithPath: output))).text(0).contains("Ada Lovelace"))
        let shown = try run("documents", "show", id).text
        #expect(shown.contains("filled, fill 1") && shown.contains("filled.pdf") && shown.contains("compose"))
        #expect(!shown.contains("Ada"))
        #expect(try run("status").text.contains("filled      1"))
        #expect(try run("jobs", "list", "--stage", "detect").text.contains("done"))
        #expect(try run("documents", "delete", id).status == 0)
        #expect(try run("documents", "show", id).status == 49)
    }

    @Test("a backup is private, whole, and restored once")
    func backup() throws {
        let id = try add()
        let file = folder.url.path + "/backup.tar"
        let written = try run("backup", file)
        #expect(written.status == 0 && written.errors.contains("Documents: 1. Files: 1."), "\(written.errors)")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let copy = folder.url.path + "/copy"
        let restored = try run("restore", file, "--store", copy)
        #expect(restored.status == 0 && restored.text.contains("Documents: 1. Files: 1."), "\(restored.errors)")
        #expect(try run("documents", "list", "--store", copy).text.contains(id.prefix(8)))
        #expect(try run("restore", file, "--store", copy).status == 76)
        #expect(try run("restore", form, "--store", copy + "2").status == 75)
        #expect(try run("restore", folder.url.path + "/none.tar", "--store", copy + "2").status == 10)
        let piped = try run("backup", "-")
        let through = try CommandLineTool.run(["restore", "-", "--store", copy + "3"], input: piped.output)
        #expect(through.status == 0, "\(through.errors)")
        let full = try CommandLineTool.run(
            ["backup", folder.url.path + "/small.tar"], limit: "-f 64",
            environment: ["FORMWRIGHT_STORE": folder.url.path + "/store"])
        #expect(full.status != 0 && !folder.names.contains("small.tar"))
        #expect(!folder.names.contains { $0.hasPrefix(".formwright") } || full.status < 0)
    }

    @Test("a store that does not exist is not made for a backup of it")
    func backupOfNothing() throws {
        let outcome = try run("backup", folder.file("none.tar").path, "--store", folder.file("none").path)
        #expect(outcome.status == 56 && outcome.errors.contains("--store"), "\(outcome.errors)")
        #expect(!folder.names.contains("none.tar") && !folder.names.contains("none"))
    }

    @Test("the log of accesses names deletions")
    func audit() throws {
        let id = try add()
        #expect(try run("documents", "delete", id).status == 0)
        let listed = try run("audit", "--document", id)
        #expect(listed.text.contains("command line") && listed.text.contains("deleted"), "\(listed.errors)")
        #expect(!listed.text.contains("irs-8888"))
        #expect(try run("audit", "--since", "2000-01-31", "--json").text.contains("\"action\" : \"deleted\""))
        #expect(try run("audit", "--since", "2999-01-31T00:00:00Z").text.split(separator: "\n").count == 1)
        #expect(try run("audit", "--owner", "somebody").text.split(separator: "\n").count == 1)
        #expect(try run("audit", "--since", "yesterday").status == 64)
    }

    @Test("a failed document shows the reason, and resumes when it is retried")
    func failure() throws {
        let id = try add()
        #expect(try run("jobs", "list").text.contains("rasterise"))
        #expect(try run("jobs", "cancel", "1").text.contains("failed"))
        #expect(try run("jobs", "show", "1").text.contains("cancelled"))
        #expect(try run("status").text.contains("cancelled"))
        #expect(try run("jobs", "retry", "--all-failed").text.contains("processing"))

        let failed = try run(
            "documents", "compose", id, "--set", "No such field=Secret", "-o", folder.url.path + "/out.pdf")
        #expect(failed.status == 31)
        #expect(!failed.errors.contains("Secret"))
        #expect(try run("documents", "list").text.contains("bind: unknown_field"))
        #expect(try run("documents", "show", id).text.contains("failure   bind, attempt 1: unknown_field"))
    }

    @Test("lists are paged, filtered by owner and text, and have a total")
    func pages() throws {
        for number in 1...3 {
            let copy = folder.url.path + "/Lease \(number).pdf"
            try FileManager.default.copyItem(atPath: form, toPath: copy)
            #expect(try run("documents", "add", copy, "--owner", number == 2 ? "bob" : "ada").status == 0)
        }
        func page(_ arguments: String...) throws -> (names: [String], total: Int?, next: Int?) {
            let outcome = try CommandLineTool.run(
                ["documents", "list", "--json"] + arguments,
                environment: ["FORMWRIGHT_STORE": folder.url.path + "/store"])
            let object = try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any]
            let documents = try #require(object?["documents"] as? [[String: Any]])
            return (
                documents.compactMap { $0["fileName"] as? String }, object?["total"] as? Int, object?["next"] as? Int
            )
        }
        let first = try page("--limit", "2", "--text", "lease")
        #expect(first.names == ["Lease 3.pdf", "Lease 2.pdf"])
        #expect(first.total == 3)
        let second = try page("--limit", "2", "--text", "LEASE", "--before", "\(try #require(first.next))")
        #expect(second.names == ["Lease 1.pdf"])
        #expect(second.next == nil)
        #expect(try page("--owner", "ada").names == ["Lease 3.pdf", "Lease 1.pdf"])
        #expect(try page("--owner", "eve").total == 0)
        #expect(try page("--kind", "memo").total == 0)
        let table = try run("documents", "list", "--limit", "1")
        #expect(table.errors.contains("1 of 3 shown; for the next page: --before "))
        #expect(table.text.split(separator: "\n").count == 2)
        #expect(try run("status", "--owner", "bob").text.contains("processing  1"))
        let jobs = try run("jobs", "list", "--owner", "bob", "--json").text
        let object = try JSONSerialization.jsonObject(with: Data(jobs.utf8)) as? [String: Any]
        #expect(object?["total"] as? Int == 1)
    }

    @Test(
        "what does not exist is reported with its exit status",
        arguments: [
            (["documents", "show", "ZZ"], 49), (["documents", "show", "0"], 49), (["jobs", "show", "7"], 49),
            (["jobs", "retry", "7"], 49), (["jobs", "retry"], 64), (["worker", "--stages", "paint"], 64),
            (["documents", "add", "/nonexistent.pdf"], 10), (["watch"], 64),
        ])
    func refusals(arguments: [String], status: Int) throws {
        let outcome = try CommandLineTool.run(arguments, environment: ["FORMWRIGHT_STORE": folder.url.path + "/store"])
        #expect(Int(outcome.status) == status, "\(outcome.errors)")
    }

    @Test("the status as JSON has every state, the wait in seconds and the latest failures")
    func statusAsJSON() throws {
        _ = try add()
        try FileManager.default.copyItem(atPath: form, toPath: folder.url.path + "/two.pdf")
        #expect(try run("documents", "add", folder.url.path + "/two.pdf").status == 0)
        #expect(try run("jobs", "cancel", "1").status == 0)
        let json = try run("status", "--json").text
        let status = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(status["documents"] as? [String: Int] != nil)
        #expect((status["documents"] as? [String: Int])?["failed"] == 1)
        #expect((status["documents"] as? [String: Int])?["filled"] == 0)
        #expect(status["oldestWaitSeconds"] is Double)
        #expect((status["running"] as? [Any])?.isEmpty == true)
        #expect((status["failures"] as? [[String: Any]])?.first?["code"] as? String == "cancelled")
    }

    @Test("a file's name cannot move the terminal's cursor or forge a line")
    func printableNames() throws {
        let name = "red\u{1B}[31m\nfiled.pdf"
        try FileManager.default.copyItem(atPath: form, toPath: folder.url.path + "/" + name)
        let added = try run("documents", "add", folder.url.path + "/" + name)
        let listed = try run("documents", "list")
        for text in [added.text, listed.text] {
            #expect(!text.contains("\u{1B}"))
            #expect(
                text.contains("red\\u{001B}[31m\\nfiled.pdf") || text.contains("red\\u{1B}[31m\\nfiled.pdf"), "\(text)")
        }
        #expect(listed.text.split(separator: "\n").count == 2)
    }

    @Test("mistakes in the settings are reported with their lines")
    func settings() throws {
        let path = folder.url.path + "/pipeline.yaml"
        try Data(
            "kinds:\n  form:\n    processing: [rasterize]\n    filling: [compose, bind]\nwatch:\n  - inbocks: x\n".utf8
        )
        .write(to: URL(fileURLWithPath: path))
        let outcome = try run("watch", "--config", path)
        #expect(outcome.status == 48)
        #expect(outcome.errors.contains("pipeline.yaml:3:") && outcome.errors.contains("rasterise"))
        #expect(outcome.errors.contains("pipeline.yaml:4:") && outcome.errors.contains("needs “bind” before it"))
        #expect(outcome.errors.contains("pipeline.yaml:6:") && outcome.errors.contains("inbox"))
    }
}
