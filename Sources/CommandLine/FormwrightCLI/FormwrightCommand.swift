import FailureModel
import ArgumentParser
import Foundation
import Pipeline

/// The command line, which only parses and prints.
struct FormwrightCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "formwright",
            abstract:
                "Fill forms, typeset documents, make portfolios, and keep trading accounts and families' artworks.",
            discussion: """
                A form is a PDF, with or without form fields, or a scan or photo as PDF, JPEG, PNG or TIFF. All processing \
                happens on this machine.

                EXAMPLES
                  formwright inspect w9.pdf
                  formwright fill w9.pdf --values ada.json -o w9-ada.pdf
                  formwright fill w9.pdf --set "Name=Ada Lovelace" -o w9-ada.pdf
                  formwright watch inbox/ --out outbox/
                  formwright portfolio Ada.portfolio -o book.pdf
                  formwright families create "The Lovelaces" --owner ada@example.org
                  formwright serve

                Each kind of error has its own exit status; docs/use/errors.md lists them.
                """,
            version: "formwright 0.1.0",
            subcommands: Program.current.domains.flatMap(\.commands)
                + [WatchCommand.self, ServeCommand.self, UsersCommand.self, TokensCommand.self, DocumentsCommand.self]
                + Program.current.domains.flatMap(\.storeCommands)
                + [
                    JobsCommand.self, WorkerCommand.self, StatusCommand.self, AuditCommand.self, BackupCommand.self,
                    RestoreCommand.self, StageHostCommand.self,
                ])
    }
}
