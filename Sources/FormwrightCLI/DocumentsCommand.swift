import FailureModel
public import ArgumentParser
import Files
import FormModel
import Formwright
import Forms
import Foundation
import Logging
public import Pipeline

struct DocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents",
        abstract: "Adds documents to the store, looks at them, fills and deletes them.",
        discussion: """
            A document is named by its id or as much of it as no other begins with.

            EXAMPLES
              formwright documents add w9.pdf
              formwright documents list --state failed --text lease
              formwright documents fields 3F2A
              formwright documents values 3F2A --set "Name=Ada Lovelace"
              formwright documents compose 3F2A -o w9-ada.pdf
            """,
        subcommands: [Add.self, List.self, Show.self, Fields.self, Values.self, Compose.self, Delete.self])
}

extension DocumentState: ExpressibleByArgument {}
