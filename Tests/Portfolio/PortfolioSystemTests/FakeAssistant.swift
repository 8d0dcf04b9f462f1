import Foundation
import PipelineTestSupport

/// A command in place of one that describes pictures: it does what the test says, and keeps what it got.
struct FakeAssistant: Sendable {
    private let folder: TemporaryFolder

    /// Creates the command, which exits with the status 0 and without an answer.
    init() throws {
        folder = try TemporaryFolder()
        try write(
            """
            #!/bin/sh
            cd '\(folder.path)' || exit 9
            echo call >> calls
            echo "$@" > arguments
            env > environment
            ls -l /proc/self/fd > files
            . ./behaviour
            """, to: "describe")
        chmod(path, 0o700)
        try behave("cat > asked")
    }

    /// The program.
    var path: String { folder.path + "/describe" }

    /// The settings that name the command.
    ///
    /// The time does not end on a busy machine, unless a test sets another.
    func settings(timeLimit: String = "3600s", _ more: String = "") -> String {
        "portfolio: {assistant: {command: [\(path), --short], timeLimit: \(timeLimit)}}\n" + more
    }

    // MARK: What it does

    /// What it does from now on, as a script of the shell.
    func behave(_ script: String) throws { try write(script, to: "behaviour") }

    /// It answers with a text from now on.
    func answer(_ text: String) throws {
        try write(text, to: "answer")
        try behave("cat > asked; cat answer")
    }

    /// It answers with texts about pictures from now on, as JSON.
    func answer(_ answers: [[String: Any]]) throws {
        let data = try JSONSerialization.data(withJSONObject: ["answers": answers])
        try answer(String(decoding: data, as: UTF8.self))
    }

    private func write(_ text: String, to name: String) throws {
        try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }

    /// Whether a process still runs whose ID the script wrote to the file `child`; it is ended.
    func endsChild() throws -> Bool {
        guard let child = pid_t(text("child").trimmingCharacters(in: .newlines)) else { throw CancellationError() }
        return kill(child, SIGKILL) == 0
    }

    // MARK: What it got

    /// How often it was run.
    var calls: Int { text("calls").split(separator: "\n").count }

    /// What a file of it holds: `asked`, `arguments`, `environment`, or `files`, those that it had open.
    func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: folder.path + "/" + name) ?? Data(), as: UTF8.self)
    }

    /// What it was asked.
    func question() throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(text("asked").utf8))
        return object as? [String: Any] ?? [:]
    }
}
