import FailureModel
public import ArgumentParser
import Files
import Foundation
import Logging
public import Pipeline

package struct DocumentsCommand: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "documents",
            abstract: "Add, list, inspect, fill and delete documents in the store.",
            discussion: """
                A document is identified by its id, or by the beginning of its id if that is unique.

                EXAMPLES
                  formwright documents add w9.pdf
                  formwright documents list --state failed --text lease\(Program.current.lines(.documentExamples))
                """,
            subcommands: [Add.self, List.self, Show.self] + Program.current.domains.flatMap(\.documentCommands)
                + [Delete.self])
    }

    package init() {}
}

extension DocumentState: ExpressibleByArgument {}
