import ArgumentParser
import Files
import Foundation

/// Measures within one process what separate commands cannot show.
///
/// This is each stage by itself, the recognition of known pages, the cost of the job queue, and the work on trading accounts.
///
/// `tools/bench` runs it and compares the figures with other programs.
@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formwright-bench",
        abstract: "Measure the stages of Formwright.",
        subcommands: [
            StagesCommand.self, KnownPageCommand.self, PictureCommand.self, QueueCostCommand.self, AccountCommand.self,
        ])
}

extension Encodable {
    /// Prints the value as JSON on standard output.
    func printAsJSON() throws {
        FileHandle.standardOutput.write(try JSONText.encode(self))
    }
}
