import Foundation
import TestSupport
import TestTraits
import Testing

/// The example of docs/inside/adding-a-kind.md, a program with an additional kind, run as a user would.
@Suite("A program with a third-party kind", .blocking, .timeLimit(.minutes(30))) struct ExampleProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func memos(_ arguments: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(
            arguments, environment: ["FORMWRIGHT_STORE": folder.file("store").path],
            program: "memos")
    }

    private func write(_ text: String, to name: String) throws {
        let url = folder.file(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test("the kind is declared with its settings, dropped, listed and filled")
    func wholeLife() throws {
        try write("memos: {separator: +}\nkinds:\n  memo: {processing: [count: {attempts: 1}]}\n", to: "pipeline.yaml")
        try write("Meet at noon\n", to: "inbox/note.memo")
        try write("Ada\n?\nGrace\n", to: "inbox/note.signs")
        let config = folder.file("pipeline.yaml").path

        let watched = try memos(
            "watch", folder.file("inbox").path, "--kind", "memo", "--once", "--settle", "0", "--config", config)
        // One signature is illegible.
        #expect(watched.status == 47, "\(watched.errors)")
        func output(_ name: String) -> String? { try? String(contentsOf: folder.file(name), encoding: .utf8) }
        #expect(output("outbox/note.0001.signed.txt") == "MEET AT NOON + 3 + ADA\n")
        #expect(output("outbox/note.0003.signed.txt") == "MEET AT NOON + 3 + GRACE\n")
        #expect(output("failed/note.0002.error.json")?.contains("memo_signature") == true)

        let listed = try memos("documents", "list", "--kind", "memo", "--config", config)
        #expect(listed.status == 0 && listed.text.components(separatedBy: "note.memo").count == 3)
        #expect(
            try memos("documents", "list", "--kind", "form", "--config", config).text.contains("note.memo") == false)

        try write("Lunch is at one\n", to: "lunch.memo")
        try write("Grace\n", to: "lunch.sign")
        let added = try memos("documents", "add", "--kind", "memo", folder.file("lunch.memo").path, "--config", config)
        let id = String(added.text.prefix(36))
        let filled = try memos(
            "documents", "compose", id, "--inputs", folder.file("lunch.sign").path, "-o", "-", "--config", config)
        #expect(filled.text == "LUNCH IS AT ONE + 4 + GRACE\n", "\(filled.errors)")
    }

    @Test("a file's kind is detected from its bytes if none is given, and the kind's codes have exit statuses")
    func codes() throws {
        try write("Meet at noon\n", to: "plain.memo")
        #expect(try memos("documents", "add", folder.file("plain.memo").path).status == 0)
        try Data([0, 1, 2]).write(to: folder.file("binary.memo"))
        let refused = try memos("documents", "add", "--kind", "memo", folder.file("binary.memo").path)
        #expect(refused.status == 230)
        #expect(refused.errors == "formwright: binary.memo is not a text.\n")
    }

    @Test("forms remain available, and the additional kind can be switched off")
    func switchedOff() throws {
        try write("kinds: {memo: off}\n", to: "pipeline.yaml")
        try write("Meet at noon\n", to: "inbox/note.memo")
        let refused = try memos(
            "watch", folder.file("inbox").path, "--kind", "memo", "--once", "--config",
            folder.file("pipeline.yaml").path)
        #expect(refused.status == 57)
        #expect(try memos("inspect", TestData.url("forms/irs-8888.pdf").path).text.contains("fields"))
    }
}
