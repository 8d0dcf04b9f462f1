import Foundation
import TestSupport
import Testing

/// Every help text as it was last agreed on, in `Snapshots/help`. A change of words shows up in the diff of a commit:
/// `FORMWRIGHT_RECORD=1` records the texts as they are now.
@Suite("Help texts") struct HelpSnapshotTests {
    private static let folder = Repository.url("Tests/FormwrightCLITests/Snapshots/help")
    private static let isRecording = ProcessInfo.processInfo.environment["FORMWRIGHT_RECORD"] != nil

    /// What `--experimental-dump-help` says of a command.
    private struct Command: Decodable {
        var commandName: String
        var subcommands: [Command]?

        /// The words that lead to each command, this one's first.
        var paths: [[String]] { [[commandName]] + (subcommands ?? []).flatMap { $0.paths.map { [commandName] + $0 } } }
    }

    private struct Dump: Decodable { var command: Command }

    /// Of all commands, those that lists do not show included; without the one that the argument parser adds.
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

    @Test("every command's help is the one on record, and no record is of a command that is gone")
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
}
