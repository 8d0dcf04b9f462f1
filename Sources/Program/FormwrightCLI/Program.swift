public import ArgumentParser
public import Pipeline

/// A program over kinds of content, with the whole command line, for a one-line `main`.
///
/// ```swift
/// await Program.run(kinds: Kinds.all + [MemoKind()])
/// ```
public struct Program: Sendable {
    /// The kinds of content; the first is the default for watched folders and files.
    let kinds: [any Kind]
    /// Commands in addition to those that every program has.
    let commands: [any ParsableCommand.Type]

    /// The running program.
    ///
    /// It is a task-local value because the argument parser creates the commands, which therefore take no parameters.
    @TaskLocal static var current = Program(kinds: [], commands: [])

    /// Parses the command line, runs the command and ends the process with its status.
    ///
    /// - Parameters:
    ///   - kinds: the kinds that `pipeline.yaml`, watched folders and the store can name.
    ///   - commands: additional commands.
    public static func run(kinds: [any Kind], commands: [any ParsableCommand.Type] = []) async -> Never {
        let status = await $current.withValue(Program(kinds: kinds, commands: commands)) { await CommandRun.status() }
        CommandRun.end(with: status)
    }

    /// Returns the kind with this name.
    static func kind(_ name: KindName) throws -> any Kind {
        guard let kind = current.kinds.first(where: { $0.name == name }) else { throw UnknownKind(kind: name) }
        return kind
    }
}
