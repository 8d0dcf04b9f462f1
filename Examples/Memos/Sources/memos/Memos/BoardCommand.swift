import ArgumentParser
import FormwrightCLI
import Pipeline

struct BoardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "board", abstract: "List the memos on the board.")

    @Argument(help: "Only the memo of this name.") var name: String?
    @Option(help: "Owner of the memos. Defaults to the user of this machine.") var owner: String?
    @OptionGroup var system: SystemArguments

    func run() async throws {
        let board = Board(system: try system.open())
        let owner = owner.map { OwnerID($0) } ?? .local
        let notes =
            if let name { [try await board.note(named: name, of: owner)] } else { try await board.notes(of: owner) }
        for note in notes { print("\(note.name): \(note.words) words") }
    }
}
