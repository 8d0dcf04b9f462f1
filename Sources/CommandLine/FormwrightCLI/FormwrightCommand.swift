import FailureModel
import ArgumentParser
import Foundation
import Pipeline

/// The root command, which only parses and prints.
struct FormwrightCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "formwright",
            abstract: Program.current.summary,
            discussion: """
                \(Program.current.sentences(.files))All processing happens on this machine.

                EXAMPLES\(Program.current.examples)
                  formwright serve

                Each kind of error has its own exit status; docs/use/errors.md lists them.
                """,
            version: "formwright 0.1.0",
            subcommands: Program.current.domains.flatMap(\.commands)
                + [
                    WatchCommand.self, ServeCommand.self, SetupCommand.self, UsersCommand.self, GroupsCommand.self,
                    TokensCommand.self, DocumentsCommand.self,
                ]
                + Program.current.domains.flatMap(\.storeCommands)
                + [
                    JobsCommand.self, WorkerCommand.self, StatusCommand.self, AuditCommand.self, WebhooksCommand.self,
                    BackupCommand.self,
                    RestoreCommand.self, StoreCommand.self, StageHostCommand.self,
                ])
    }
}
