import ArgumentParser
import Files
import Formwright
import Foundation

/// Measures inside one process what separate commands cannot show: each stage by itself, and what the
/// job queue adds. `tools/bench` calls it and compares with other programs.
@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formwright-bench",
        abstract: "Measures the stages of Formwright.",
        subcommands: [StagesCommand.self, PictureCommand.self, QueueCostCommand.self])
}

extension Encodable {
    /// Prints this as JSON on standard output.
    func printAsJSON() throws {
        FileHandle.standardOutput.write(try JSONText.encode(self))
    }
}
