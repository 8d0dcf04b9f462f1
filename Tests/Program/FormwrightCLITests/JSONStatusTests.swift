import Foundation
import TestSupport
import TestTraits
import Testing

/// `--json` changes what a command prints, and never its exit status.
@Suite("Exit status with --json", .blocking, .timeLimit(.minutes(30))) struct JSONStatusTests {
    private let folder: TemporaryFolder
    private var environment: [String: String] { ["FORMWRIGHT_STORE": folder.url.path + "/store"] }

    init() throws {
        folder = try TemporaryFolder()
    }

    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable { var name: String }
            var kind: String
            var names: [Name]?
        }

        var commandName: String
        var arguments: [Argument]?
        var subcommands: [Command]?

        /// The paths to the commands with a flag `--json`, without the program's name.
        func paths(_ outer: [String] = []) -> [[String]] {
            let hasFlag = arguments?.contains { $0.kind == "flag" && $0.names?.contains { $0.name == "json" } == true }
            return (hasFlag == true ? [outer] : [])
                + (subcommands ?? []).flatMap { $0.paths(outer + [$0.commandName]) }
        }
    }

    private struct Dump: Decodable { var command: Command }

    /// What each command is asked: one list of further arguments for each run.
    ///
    /// They succeed and fail in as many ways as the command has.
    private func questions() -> [[String]: [[String]]] {
        let missing = folder.file("missing.pdf").path
        return [
            ["account", "check"]: [["fund"], ["depot"], ["broken"], ["nobody"]],
            ["account", "list"]: [[], ["--owner", "nobody"]],
            ["audit"]: [[], ["--document", "FFFF"], ["--since", "yesterday"]],
            ["documents", "case"]: [["FFFF"], ["FFFF", "--client", "Ada"]],
            ["documents", "fields"]: [["FFFF"], [""]],
            ["documents", "list"]: [[], ["--state", "failed"], ["--limit", "0"]],
            ["families", "invites"]: [["Nobody"]],
            ["families", "credentials"]: [[]],
            ["families", "list"]: [[]],
            ["families", "members"]: [["Nobody"]],
            ["forms", "list"]: [[], ["nothing"]],
            ["groups", "list"]: [[]],
            ["inspect"]: [
                [missing], [folder.file("fund.ofx").path], [Repository.url("testdata/forms/irs-1040v.pdf").path],
            ],
            ["jobs", "list"]: [[], ["--document", "FFFF"], ["--state", "dead"]],
            ["status"]: [[]],
            ["store", "check"]: [[], ["--hashes"]],
            ["templates", "import"]: [
                [missing], [missing, "--check"], [folder.url.path], [folder.file("fund.ofx").path, "--check"],
            ],
            ["templates", "index"]: [[]],
            ["templates", "list"]: [[]],
            ["templates", "pack"]: [["-o", folder.file("pack").path], ["FFFF", "-o", folder.file("pack.zip").path]],
            ["tokens", "list"]: [[], ["--owner", "nobody"], ["--owner", "no/body"]],
            ["users", "list"]: [[]],
            ["users", "sessions"]: [["nobody"], ["no/body"]],
        ]
    }

    @Test("every command with --json has the exit status that it has without")
    func statuses() throws {
        try folder.write(TestData.data("brokers/investment_medium.ofx"), "fund.ofx")
        try folder.write(
            "date,action,symbol,quantity,price,fees,currency\n2025-01-02,DEPOSIT,,,1,,USD\n", "depot.trades.csv")
        try folder.write("method: averge\n", "broken.account.yaml")
        for name in ["fund.ofx", "depot.trades.csv", "broken.account.yaml"] {
            _ = try CommandLineTool.run(["account", "add", folder.file(name).path], environment: environment)
        }
        let dump = try CommandLineTool.run(["--experimental-dump-help"])
        let paths = try JSONDecoder().decode(Dump.self, from: dump.output).command.paths()
        let questions = questions()
        #expect(Set(paths) == Set(questions.keys), "Each command with --json needs questions in this test.")
        var statuses: Set<Int32> = []
        for path in paths {
            for question in questions[path] ?? [] {
                let plain = try CommandLineTool.run(path + question, environment: environment)
                let json = try CommandLineTool.run(path + question + ["--json"], environment: environment)
                #expect(json.status == plain.status, "\(path + question): \(json.errors)")
                #expect((json.output.isEmpty) == (plain.output.isEmpty) || plain.status == 0, "\(path + question)")
                statuses.insert(json.status)
            }
        }
        // A broker's figures that differ are among them.
        #expect(statuses.isSuperset(of: [0, 64, 79, 89]), "\(statuses)")
    }
}
