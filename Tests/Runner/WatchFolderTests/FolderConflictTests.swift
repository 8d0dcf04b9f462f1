import Foundation
import Pipeline
import PipelineTestSupport
import Testing
import WatchFolder

@Suite("Conflicts between folders") struct FolderConflictTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The lines and messages of the errors in a section `watch`.
    private func problems(_ yaml: String, store: String = "store") throws -> [String] {
        let file = try SettingsFile(yaml: yaml)
        let root = URL(fileURLWithPath: folder.path)
        _ = WatchRule.rules(
            reading: file.section("watch"), folder: root, kinds: ["form"], store: root.appendingPathComponent(store),
            declaredAt: file.section("store"))
        do {
            try file.finish()
            return []
        } catch {
            return error.problems.map { "\($0.line): \($0.message)" }
        }
    }

    @Test("results of one folder may go to another's inbox, and results, archive and failures to one folder")
    func allowed() throws {
        #expect(
            try problems(
                """
                watch:
                  - inbox: a
                    outbox: b
                    archive: a/archive
                    failed: a/archive
                  - inbox: b/
                    outbox: c
                """
            ).isEmpty)
    }

    @Test(
        "a folder whose files would be processed again is refused with its line",
        arguments: [
            ("  - inbox: a\n    outbox: a", "3: The outbox", "is an inbox"),
            ("  - inbox: a\n    archive: ./x/../a/", "3: The archive", "is an inbox"),
            ("  - inbox: a\n    failed: a", "3: The failed", "is an inbox"),
            ("  - inbox: a\n  - inbox: b\n    archive: a", "4: The archive", "is an inbox"),
            ("  - inbox: a\n    failed: b\n  - inbox: b", "3: The failed", "is an inbox"),
            ("  - inbox: a\n    outbox: a/.formwright/out", "3: The outbox", "private folder"),
            ("  - inbox: a\n  - inbox: a/.formwright/drops", "3: The inbox folder", "private folder"),
            ("  - inbox: a\n  - inbox: a/", "3: The folder", "already watched"),
            ("  - inbox: outbox", "2: The outbox", "is an inbox"),
            ("  - inbox: link\n    outbox: there", "3: The outbox", "is an inbox"),
            ("  - inbox: there/x\n    failed: link/x", "3: The failed", "is an inbox"),
            ("  - inbox: a\n    outbox: b\n  - inbox: b\n    outbox: a", "3: The outbox", "indefinitely"),
        ])
    func refused(rules: String, start: String, reason: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/there", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.path + "/there")
        let problems = try problems("watch:\n" + rules)
        let first = try #require(problems.first)
        #expect(problems.count <= 2)
        #expect(first.hasPrefix(start) && first.contains(reason), "\(problems)")
    }

    @Test("a store in an inbox is refused, with the line that names it", arguments: ["a", "a/store", "link/x"])
    func store(path: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/a", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.path + "/a")
        let rules = "watch:\n  - inbox: b\n    archive: c\n  - inbox: a\n    archive: c\n"
        let declared = try problems(rules + "store: \(path)\n", store: path)
        #expect(declared.count == 1 && declared[0].hasPrefix("6: The store"), "\(declared)")
        // Named by an option, the store cannot be changed in the file, so the inbox is reported.
        let given = try problems(rules, store: path)
        #expect(given.count == 1 && given[0].hasPrefix("4: The store"), "\(given)")
    }

    @Test("a store beside the inboxes, or around them, is allowed", arguments: ["store", "ab", "."])
    func storeElsewhere(path: String) throws {
        #expect(try problems("watch:\n  - inbox: a\n", store: path).isEmpty)
    }
}
