import Foundation
import TestSupport
import TestTraits
import Testing

/// Backups of a store that every part of the program has used.
@Suite("Commands: backup and restore of every domain", .blocking, .timeLimit(.minutes(30))) struct RestorationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("correct horse battery\n", "password")
    }

    /// Runs the program in the folder, on the store that is named.
    @discardableResult
    private func run(_ arguments: String..., store: String = "store") throws -> CommandLineTool.Outcome {
        let outcome = try CommandLineTool.run(
            arguments + ["--store", folder.file(store).path], environment: ["FORMWRIGHT_STORE": ""],
            folder: folder.url)
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return outcome
    }

    /// Adds something of every domain, most of it while the service runs.
    private func addEverything() throws {
        let form = TestData.url("forms/irs-8888.pdf").path
        try run("users", "add", "ada", "--password-file", folder.file("password").path)
        try run("documents", "add", form, "--owner", "ada")
        try folder.write(#"[{"_type": "block", "children": [{"_type": "span", "text": "Notes"}]}]"#, "notes.json")
        try run("documents", "add", folder.file("notes.json").path, "--kind", "portable-text", "--owner", "ada")
        try folder.write(
            """
            date,action,symbol,quantity,price,fees,currency
            2024-01-02,DEPOSIT,,1000,,,USD
            2024-01-03,BUY,SPY,2,470,1,USD

            """, "depot.trades.csv")
        try run("account", "add", folder.file("depot.trades.csv").path, "--owner", "ada")
        try run(
            "families", "create", "The Lovelaces", "--owner", "ada@example.org", "--password-file",
            folder.file("password").path)
        try FileManager.default.createDirectory(at: folder.file("Ada.portfolio"), withIntermediateDirectories: true)
        try folder.write("I build engines.", "Ada.portfolio/about.txt")
        try run("portfolio", folder.file("Ada.portfolio").path, "-o", folder.file("book.pdf").path, "--keep")
    }

    /// Adds a child to the family, as an app does, and drops a drawing by that child.
    private func addArtwork(through service: ServedStore, _ headers: [String: String]) async throws {
        let listed = try run("families", "list", "--json").output
        let families = try JSONSerialization.jsonObject(with: listed) as? [String: Any]
        let id = try #require((families?["families"] as? [[String: Any]])?.first?["id"] as? String)
        let child = try await service.ask("rest/v1/children", headers, json: ["family_id": id, "name": "Byron"])
        #expect(child.status == 201, "\(child)")
        try FileManager.default.createDirectory(at: folder.file("drawings"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: TestData.url("pictures/portfolio/dune.jpg"), to: folder.file("drawings/sun.jpg"))
        try folder.write("title: The sun\nchild: Byron\ndate: 2024-03-01\n", "drawings/sun.story.yaml")
        try run(
            "watch", folder.file("drawings").path, "--kind", "artwork", "--owner", "family:The Lovelaces", "--once",
            "--settle", "0", "--log-level", "error")
    }

    /// What the program lists of a store, without what changes by itself.
    private func lists(of store: String) throws -> [String] {
        try [
            ["documents", "list", "--json"], ["users", "list", "--json"], ["tokens", "list", "--json"],
            ["families", "list", "--json"], ["families", "members", "The Lovelaces", "--json"],
            ["account", "show", "depot", "--owner", "ada"], ["audit", "--json"], ["templates", "list", "--json"],
            ["families", "credentials"],
        ].map { arguments in
            try CommandLineTool.run(
                arguments + ["--store", folder.file(store).path], environment: ["FORMWRIGHT_STORE": ""],
                folder: folder.url
            ).text
        }
    }

    @Test("a store that was served is restored with every domain, and takes the keys and tokens that it gave out")
    func everyDomain() async throws {
        let first = try ServedStore(["--no-workers", "--store", folder.file("store").path], in: folder)
        try addEverything()
        let token = try run("tokens", "create", "--owner", "ada", "--name", "scanner").text
            .trimmingCharacters(in: .newlines)
        let keys = try run("families", "credentials", "--json")
        let key = try #require(try JSONDecoder().decode([String: String].self, from: keys.output)["key"])
        let login = try await first.ask(
            "api/auth/login/", json: ["username": "ada", "password": "correct horse battery"])
        let access = try #require((login.body as? [String: Any])?["access"] as? String)
        let session = try await first.ask(
            "auth/v1/token?grant_type=password", ["apikey": key],
            json: ["email": "ada@example.org", "password": "correct horse battery"])
        let member = try #require((session.body as? [String: Any])?["access_token"] as? String)

        let headers = ["apikey": key, "Authorization": "Bearer \(member)"]
        try await addArtwork(through: first, headers)

        func check(_ service: ServedStore) async throws {
            let account = try await service.ask("api/accounts/depot", ["Authorization": "Bearer \(access)"])
            #expect(account.status == 200, "\(account)")
            let documents = try await service.ask("api/v1/documents", ["Authorization": "Bearer \(token)"])
            #expect((documents.body as? [String: Any])?["total"] as? Int == 1, "\(documents)")
            for (table, name) in [("families", "name"), ("artworks", "title")] {
                let rows = try await service.ask("rest/v1/\(table)?select=\(name)", headers)
                #expect((rows.body as? [[String: String]])?.count == 1, "\(rows)")
            }
        }
        try await check(first)
        try run("backup", folder.file("backup.tar").path)
        #expect(try first.stop().status == 0)
        let restored = try run("restore", folder.file("backup.tar").path, store: "copy")
        #expect(restored.text.contains("Restored the backup of "), "\(restored.errors)")
        #expect(try lists(of: "copy") == lists(of: "store"))
        let second = try ServedStore(["--no-workers", "--store", folder.file("copy").path], in: folder)
        try await check(second)
        #expect(try second.stop().status == 0)
    }

    @Test("whichever command opens a store first, it has the same tables")
    func oneSchema() throws {
        func schema(_ store: String) throws -> String {
            let script = """
                import sqlite3, sys
                rows = sqlite3.connect(sys.argv[1]).execute("SELECT name, sql FROM sqlite_master ORDER BY name, sql")
                print(list(rows))
                """
            let path = folder.file("\(store)/catalogue.sqlite").path
            return String(decoding: try Program.run("/usr/bin/python3", ["-c", script, path]), as: UTF8.self)
        }
        try FileManager.default.createDirectory(at: folder.file("inbox"), withIntermediateDirectories: true)
        try run("documents", "list", store: "documents")
        try run("users", "list", store: "users")
        try run("families", "list", store: "families")
        try run("watch", folder.file("inbox").path, "--once", "--settle", "0", store: "watch")
        let service = try ServedStore(["--no-workers", "--store", folder.file("serve").path], in: folder)
        #expect(try service.stop().status == 0)
        let served = try schema("serve")
        #expect(served.contains("storytelling_") && served.contains("accounts_"))
        for store in ["documents", "users", "families", "watch"] {
            #expect(try schema(store) == served, "\(store)")
        }
    }

    @Test("another program's pipeline.yaml is left alone, and a restoration reads none at all")
    func foreignSettings() throws {
        try run("documents", "list")
        try run("backup", folder.file("backup.tar").path)
        func tried(_ settings: String, _ arguments: [String]) throws -> CommandLineTool.Outcome {
            try folder.write(settings, "pipeline.yaml")
            return try CommandLineTool.run(arguments, environment: ["FORMWRIGHT_STORE": ""], folder: folder.url)
        }
        let store = folder.file("store").path
        let templates = [
            "stages:\n  - build\njobs: {test: make}\n", "{{ if .Values.on }}\nsteps: [\n", "- a\n- b\n",
            "{\n  \"stages\": {}\n}\n", "trigger: none\nservices:\n  - db\n",
        ]
        for (number, text) in templates.enumerated() {
            let listed = try tried(text, ["documents", "list", "--store", store])
            #expect(listed.status == 0, "\(text): \(listed.errors)")
            #expect(listed.errors.contains("note: pipeline.yaml in this folder has no section of Formwright"))
            let restored = try tried(
                text, ["restore", folder.file("backup.tar").path, "--store", folder.file("copy-\(number)").path])
            #expect(restored.status == 0 && !restored.errors.contains("pipeline.yaml"), "\(text): \(restored.errors)")
        }
        // Commands that only look for corrected fields say nothing.
        let form = TestData.url("forms/irs-8888.pdf").path
        let filled = try tried(templates[1], ["fill", form, "--set", "p1f1=Ada", "-o", folder.file("out.pdf").path])
        #expect(filled.status == 0 && !filled.errors.contains("pipeline.yaml"), "\(filled.errors)")
        // A mistake in our own settings concerns the commands that read them.
        for (number, text) in ["store: a\nstages: b\n", "{\n  \"service\": {\"prot\": 1}\n}\n", "'watch' : 7\n"]
            .enumerated()
        {
            let listed = try tried(text, ["documents", "list", "--store", store])
            #expect((listed.status == 48) == (number < 2), "\(text): \(listed.errors)")
            #expect(!listed.errors.contains("note:"))
            let restored = try tried(
                text, ["restore", folder.file("backup.tar").path, "--store", folder.file("own-\(number)").path])
            #expect(restored.status == 0, "\(text): \(restored.errors)")
        }
        #expect(try tried("# nothing yet\n", ["documents", "list", "--store", store]).errors.isEmpty)
    }

    @Test("a pipeline.yaml of which every section is misspelt is ours, with mistakes")
    func misspeltSettings() throws {
        for (text, isOurs) in [
            ("runer: {workers: 4}\n", true), ("Runner:\n  workers: 4\n", true), ("{\"wach\": []}\n", true),
            ("retension: {}\nserivce: {}\n", true), ("kind: Pipeline\nmetadata: {name: x}\n", false),
            ("services: [db]\nsteps: []\n", false), ("jobs: {}\n", false),
        ] {
            try folder.write(text, "pipeline.yaml")
            let listed = try CommandLineTool.run(
                ["documents", "list", "--store", folder.file("store").path], environment: ["FORMWRIGHT_STORE": ""],
                folder: folder.url)
            #expect(listed.status == (isOurs ? 48 : 0), "\(text): \(listed.errors)")
            #expect(listed.errors.contains("Did you mean") == isOurs, "\(text): \(listed.errors)")
        }
    }

    @Test("a pipeline.yaml in another encoding is refused if it is ours, and else ignored")
    func encodedSettings() throws {
        for (text, isOurs) in [("store: M\u{FC}ller\n", true), ("services: [M\u{FC}ller]\nsteps: []\n", false)] {
            try folder.write(#require(text.data(using: .isoLatin1)), "pipeline.yaml")
            let listed = try CommandLineTool.run(
                ["documents", "list", "--store", folder.file("store").path], environment: ["FORMWRIGHT_STORE": ""],
                folder: folder.url)
            #expect(listed.status == (isOurs ? 48 : 0), "\(text): \(listed.errors)")
            #expect(listed.errors.contains("pipeline.yaml is not UTF-8 text.") == isOurs, "\(text): \(listed.errors)")
        }
    }

    @Test("the home folder and the folders of the XDG specification are those of the environment")
    func home() throws {
        let form = TestData.url("forms/irs-8888.pdf").path
        func run(_ arguments: [String], _ environment: [String: String]) throws {
            let usual = ["FORMWRIGHT_STORE": "", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": ""]
            let outcome = try CommandLineTool.run(
                arguments, environment: usual.merging(environment) { $1 }, folder: folder.url)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(path).path) }
        let home = ["HOME": folder.file("home").path]
        try run(["documents", "list"], home)
        #expect(has("home/.local/state/formwright/catalogue.sqlite"))
        try run(["documents", "list"], home.merging(["XDG_STATE_HOME": folder.file("state").path]) { $1 })
        #expect(has("state/formwright/catalogue.sqlite"))
        try run(["documents", "list"], ["HOME": folder.file("other").path, "XDG_STATE_HOME": "relative"])
        #expect(has("other/.local/state/formwright/catalogue.sqlite") && !has("relative"))
        try folder.write("store: ~/forms\n", "pipeline.yaml")
        try run(["documents", "list"], home)
        #expect(has("home/forms/catalogue.sqlite"))
        try folder.write("p1f1\nAda\n", "rows.csv")
        let batch = ["batch", form, "--rows", folder.file("rows.csv").path, "-o", folder.file("out/{row}.pdf").path]
        try run(batch, home)
        #expect(has("home/.cache/formwright/fields"))
        try run(batch + ["--restart"], home.merging(["XDG_CACHE_HOME": folder.file("cache").path]) { $1 })
        #expect(has("cache/formwright/fields"))
    }

    @Test("a store that a newer version has used is named as such")
    func newerStore() throws {
        try run("documents", "list")
        let script = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1])
            store.execute("INSERT INTO grdb_migrations VALUES ('accounts/of tomorrow')")
            store.commit()
            """
        try Program.run("/usr/bin/python3", ["-c", script, folder.file("store/catalogue.sqlite").path])
        let outcome = try CommandLineTool.run(["documents", "list", "--store", folder.file("store").path])
        #expect(outcome.status == 56 && outcome.errors.contains("newer version of Formwright"), "\(outcome.errors)")
    }
}
