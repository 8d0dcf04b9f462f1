import Domains
import LocalStore
import Users
import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Logging
import Pipeline
import ServiceLifecycle

/// Routes that send a constant body behind the checks of the real service.
///
/// They require a valid API token.
struct ConstantBody: ServiceDomain {
    let body: ByteBuffer
    let project: ProjectAccounts

    let rootPaths = ["/project/"]

    func add(toRoot root: RouterGroup<ServiceContext>) {
        root.get("project/body") { [body, project] request, _ in
            guard let token = request.bearerToken, case .user? = try await project.bearer(of: token) else {
                throw Failure(.tokenNotValid, "The token is missing or not valid.")
            }
            return Response(
                status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
        }
    }

    func add(toApps apps: RouterGroup<ServiceContext>, open: RouterGroup<ServiceContext>) {
        apps.get("body") { [body] _, _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
        }
    }

    /// Serves the routes on a store, with its users and token key.
    ///
    /// `formwright serve` may use the same store.
    static func serve(_ body: ByteBuffer, port: Int, store: String, logger: Logger) async throws {
        let system = try LocalSystem(SystemSettings(store: store, domains: Domains.stored))
        let settings = ServiceSettings(port: port, connections: 4096, rate: 1_000_000)
        let accounts = Accounts(system.database)
        let keys = try await system.keys()
        let signer = TokenSigner(key: keys[.tokens])
        let parts = ServiceParts(
            links: SignedLinks(key: keys[.links], lifetime: .seconds(60)),
            events: EventHub(system.client, logger: logger), admission: Admission(system.store, settings),
            access: try await Access(settings, accounts, apps: AppLogins(accounts, signer: signer)),
            audit: system.audit)
        let service = try HTTPService(
            settings, table: ErrorTable(ErrorRow.common, ErrorRow.httpService), parts: parts,
            domains: [ConstantBody(body: body, project: ProjectAccounts(accounts, signer: signer))],
            kinds: system.kinds, checks: [], logger: logger,
            onListening: { port in
                print("port \(port)")
                fflush(nil)
            })
        try await ServiceGroup(services: [service], logger: logger).run()
    }
}
