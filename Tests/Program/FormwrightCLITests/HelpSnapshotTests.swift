import Foundation
import TestSupport
import TestTraits
import Testing

/// Compares every help text with its snapshot in `Snapshots/help`, so that changes show up in the diff of a commit.
///
/// `FORMWRIGHT_RECORD=1` records the current texts.
@Suite("Help texts", .blocking) struct HelpSnapshotTests {
    private static let folder = Repository.url("Tests/Program/FormwrightCLITests/Snapshots/help")
    private static let isRecording = ProcessInfo.processInfo.environment["FORMWRIGHT_RECORD"] != nil

    /// A command in the output of `--experimental-dump-help`.
    private struct Command: Decodable {
        var commandName: String
        var subcommands: [Command]?

        /// The names on the path to this command and to each of its subcommands, this one first.
        var paths: [[String]] { [[commandName]] + (subcommands ?? []).flatMap { $0.paths.map { [commandName] + $0 } } }
    }

    private struct Dump: Decodable { var command: Command }

    /// Returns the help of all commands, including hidden ones, without the `help` command that the argument parser adds.
    private func texts() throws -> [String: String] {
        let dump = try CommandLineTool.run(["--experimental-dump-help"])
        let paths = try JSONDecoder().decode(Dump.self, from: dump.output).command.paths.filter { $0.last != "help" }
        return try Dictionary(
            uniqueKeysWithValues: paths.map { path in
                let outcome = try CommandLineTool.run(
                    Array(path.dropFirst()) + ["--help"], environment: ["COLUMNS": "100"])
                #expect(outcome.status == 0, "\(path)")
                return (path.joined(separator: "-") + ".txt", outcome.text)
            })
    }

    @Test("every command's help matches its snapshot, and every snapshot belongs to a command")
    func recorded() throws {
        let texts = try texts()
        #expect(texts.count > 20)
        if Self.isRecording {
            try? FileManager.default.removeItem(at: Self.folder)
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            for (name, text) in texts { try Data(text.utf8).write(to: Self.folder.appendingPathComponent(name)) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted() == texts.keys.sorted())
        for (name, text) in texts {
            let record = try? String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
            #expect(text == record, "\(name) changed; see HelpSnapshotTests")
        }
    }

    @Test("every command says its name, which the argument parser would look for at each start")
    func names() throws {
        let sources = try #require(
            FileManager.default.enumerator(at: Repository.url("Sources"), includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in sources where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            let commands = text.matches(of: /struct \w+: [^{]*ParsableCommand/).count
            #expect(text.matches(of: /commandName: "/).count == commands, "\(file.lastPathComponent)")
            count += commands
        }
        #expect(count > 60)
    }
}
