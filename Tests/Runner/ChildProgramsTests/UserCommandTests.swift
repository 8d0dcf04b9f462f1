import ChildPrograms
import FailureModel
import Foundation
import TestSupport
import Testing

@Suite("Commands of the user's choice", .timeLimit(.minutes(30))) struct UserCommandTests {
    /// The files without a name that this process has open; other tests may have a few at the same time.
    private static var unnamedFiles: Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)") else {
                return false
            }
            return target.contains("/formwright-") && target.hasSuffix(" (deleted)")
        }.count
    }

    @Test("leave no file open, however they end", arguments: ["cat", "exit 3", "kill -9 $$", "yes"])
    func files(script: String) throws {
        let command = UserCommand(
            ["/bin/sh", "-c", script], timeLimit: .seconds(600), purpose: "tests", sizeLimit: 1 << 16)
        for _ in 0..<40 { _ = try? command.answer(to: ["a": 1]) }
        #expect(Self.unnamedFiles < 20)
    }

    @Test("do not run on once they have printed too much")
    func killed() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("pid")
        let command = UserCommand(
            ["/bin/sh", "-c", "echo $$ > '\(file.path)'; head -c 200000 /dev/zero; exec sleep 100000"],
            timeLimit: .seconds(600), purpose: "tests", sizeLimit: 1 << 16)
        #expect(throws: Failure.self) { try command.answer(to: ["a": 1]) }
        let text = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let pid = try #require(pid_t(text))
        #expect(kill(pid, 0) == -1 && errno == ESRCH)
    }

    @Test("get the question, and their answer is whole")
    func answer() throws {
        let command = UserCommand(
            ["/bin/sh", "-c", "cat; pwd; ls /proc/$$/fd"], timeLimit: .seconds(600), purpose: "tests",
            sizeLimit: 1 << 16)
        let text = String(decoding: try command.answer(to: ["a": 1]), as: UTF8.self)
        // The files of this process are not theirs.
        #expect(text == "{\"a\":1}\n/\n0\n1\n2\n")
    }
}
