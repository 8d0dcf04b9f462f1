public import ArgumentParser
public import Pipeline

/// A program over kinds of content: the whole command line, for a `main` of one line.
///
/// ```swift
/// await Program.run(kinds: Kinds.all + [MemoKind()])
/// ```
public struct Program: Sendable {
    /// What the commands work on; the first kind is that of folders and files that name none.
    let kinds: [any Kind]
    /// Commands besides those that every program has.
    let commands: [any ParsableCommand.Type]

    /// The program that runs. A value for the task, since commands are made by the argument parser.
    @TaskLocal static var current = Program(kinds: [], commands: [])

    /// Parses the command line, runs the command and ends the process with its status.
    ///
    /// - Parameters:
    ///   - kinds: every kind that `pipeline.yaml`, watched folders and the store may name.
    ///   - commands: commands that the program adds.
    public static func run(kinds: [any Kind], commands: [any ParsableCommand.Type] = []) async -> Never {
        let status = await $current.withValue(Program(kinds: kinds, commands: commands)) { await CommandRun.status() }
        CommandRun.end(with: status)
    }

    /// The kind of this name.
    static func kind(_ name: KindName) throws -> any Kind {
        guard let kind = current.kinds.first(where: { $0.name == name }) else { throw UnknownKind(kind: name) }
        return kind
    }
}
