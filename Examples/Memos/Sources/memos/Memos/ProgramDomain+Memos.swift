import FailureModel
import FormwrightCLI
import LocalStore

extension ProgramDomain {
    /// The domain of memos and their board, for the program.
    static let memos: ProgramDomain = {
        var domain = Domain(kinds: [MemoKind(), BoardKind()])
        domain.errors = ErrorRow.rows(.memoUnknown)
        domain.tables = [Board.schema]
        domain.dropHandlers = { system in [BoardFolder(board: Board(system: system))] }
        var program = ProgramDomain(domain)
        program.storeCommands = [BoardCommand.self]
        program.routes = { host in [BoardRoutes(board: Board(system: host.local))] }
        return program
    }()
}
