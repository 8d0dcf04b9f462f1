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

    private func memos(_ arguments: String...) throws -> CommandLineTool.Outcome { try memos(arguments) }

    private func memos(_ arguments: [String]) throws -> CommandLineTool.Outcome {
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

    @Test("a dropped memo becomes a row, which a command and a route show, and a backup keeps")
    func board() async throws {
        try write("watch:\n  - {inbox: wall, kind: board, settle: 0s, storySettle: 0s}\n", to: "pipeline.yaml")
        try write("Lunch is at one\n", to: "wall/lunch.memo")
        try Data([0, 1, 2]).write(to: folder.file("wall/binary.memo"))
        let config = ["--config", folder.file("pipeline.yaml").path]
        let watched = try memos(["watch", "--once"] + config)
        #expect(watched.status == 47, "\(watched.errors)")
        #expect(try String(contentsOf: folder.file("outbox/lunch.count.txt"), encoding: .utf8) == "4\n")
        let reports = try FileManager.default.contentsOfDirectory(atPath: folder.file("failed").path)
        #expect(reports.sorted() == ["binary.error.json", "binary.memo"])

        #expect(try memos("board").text == "lunch: 4 words\n")
        let unknown = try memos("board", "supper")
        #expect(unknown.status == 232 && unknown.errors == "formwright: There is no memo supper on the board.\n")

        let served = try ServedStore(
            ["--no-workers", "--store", folder.file("store").path], in: folder, program: "memos")
        let list = try await served.ask("api/v1/memos")
        #expect(list.status == 200 && (list.body as? [[String: Any]])?.first?["name"] as? String == "lunch")
        let missing = try await served.ask("api/v1/memos/supper")
        #expect(missing.status == 404 && "\(missing.body)".contains("memo_unknown"))
        #expect(try served.stop().status == 0)

        let archive = folder.file("backup.tar").path
        #expect(try memos("backup", archive).status == 0)
        let restored = ["--store", folder.file("restored").path]
        #expect(try memos(["restore", archive] + restored).status == 0)
        #expect(try memos(["board"] + restored).text == "lunch: 4 words\n")
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
