import HTTPService
import Hummingbird
import Pipeline

/// The routes of the board: `GET /api/v1/memos` and `GET /api/v1/memos/{name}`.
struct BoardRoutes: ServiceDomain {
    let board: Board
    let kinds: Set<KindName> = ["board"]

    func add(to api: RouterGroup<ServiceContext>) {
        api.get("memos") { _, context in
            JSONResponse.make(try await board.notes(of: context.owner))
        }
        api.get("memos/:name") { _, context in
            let name = context.parameters.get("name") ?? ""
            return JSONResponse.make(try await board.note(named: name, of: context.owner))
        }
    }
}
