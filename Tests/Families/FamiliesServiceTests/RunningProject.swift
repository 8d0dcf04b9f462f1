import FormsDomain
import Domains
import LocalStore
import Users
import CFamiliesAssets
import FailureModel
import Files
import Foundation
import HTTPService
import Hummingbird
import Pipeline
import RowQuery
import RowQuerySQL
import ServiceLifecycle
import ServiceTestSupport
import Families
import FamiliesSQL
import FamiliesService
import SQL
import TestSupport
import Testing

/// Callers whose token is their name, and the rest of a token as an expiry would be.
struct NamedCallers: ProjectCallers {
    static let key = "the-app"
    /// A token whose claims say that it has expired: `{"exp":1}`.
    static let expired = "x.eyJleHAiOjF9.x"

    func caller(ofToken token: String) async throws -> ProjectCaller? { await caller(namedBy: token) }

    func caller(namedBy token: String) async -> ProjectCaller? {
        if token == Self.key { return ProjectCaller(user: nil, session: nil, expires: nil) }
        guard let id = UUID(uuidString: token) else { return nil }
        return ProjectCaller(user: id.uuidString.lowercased(), session: id, expires: nil)
    }

    func isInSession(_ caller: ProjectCaller, _ db: any SQLSession) throws -> Bool { true }

    func isValid(_ caller: ProjectCaller) async throws -> Bool { true }
}

extension StatementTimes {
    /// Times that only a hang exceeds.
    static let ample = StatementTimes(read: .seconds(1_800), write: .seconds(1_800))
}

/// The project's APIs over HTTP, with callers whose tokens are their names.
struct RunningProject: Sendable {
    let service: ServiceHarness
    let families: FamilyStore

    static let ada = "00000000-0000-4000-8000-000000000001"
    static let cleo = "00000000-0000-4000-8000-000000000003"
    static let dora = "00000000-0000-4000-8000-000000000004"
    static let eve = "eeeeeeee-0000-4000-8000-000000000009"

    static func run(
        works: Bool = true, patience: Duration = .seconds(1800), times: StatementTimes = .ample,
        admits: @escaping @Sendable (_ function: String, _ client: String) -> Bool = { _, _ in true },
        _ body: @escaping @Sendable (RunningProject) async throws -> Void
    ) async throws {
        let clock = ClockAhead()
        let addresses = PictureAddresses(now: { clock.date })
        let harness = try await ServiceHarness(
            [.users, .forms, .families(links: addresses.links)],
            settings: ServiceSettings(port: 0, rate: 1_000_000), clock: clock)
        let rows = try FamilyRows(links: addresses.links, times: times)
        addresses.use(harness.links, publicURL: nil)
        try await harness.serve(
            works: works,
            { node in
                let (system, parts) = (node.system, node.parts)
                let families = FamilyStore(system.database, rows: rows)
                let routes = ProjectRoutes(
                    rows: RowRoutes(
                        FamilyRowStore(families), callers: NamedCallers(),
                        admit: { function, client in
                            guard admits(function, client) else {
                                throw APIError(Failure(.tooManyRequests, "Slow down."), retryAfter: 30)
                            }
                        }),
                    pictures: PictureRoutes(
                        families, system, callers: NamedCallers(), parts, patience: patience, now: { clock.date }),
                    books: BookRoutes(families, system, callers: NamedCallers(), parts), addresses: addresses)
                return [routes]
            }
        ) {
            try await body(RunningProject(service: $0, families: FamilyStore($0.system.database, rows: rows)))
        }
    }

    // MARK: Requests

    /// Sends a request to a path, or to an absolute URL, with the token of a user or the app's key.
    func ask(
        _ method: String, _ path: String, as user: String? = RunningProject.ada, _ headers: [String: String] = [:],
        _ body: Data? = nil
    ) async throws -> HTTPAnswer {
        // As clients do: the app's key beside the user's token.
        let usual = ["apikey": NamedCallers.key, "Authorization": "Bearer \(user ?? NamedCallers.key)"]
        return try await service.send(method, path, headers: usual.merging(headers) { $1 }, body: body)
    }

    /// Sends JSON.
    func ask(
        _ method: String, _ path: String, as user: String? = RunningProject.ada, _ headers: [String: String] = [:],
        json: String
    ) async throws -> HTTPAnswer {
        try await ask(
            method, path, as: user, headers.merging(["Content-Type": "application/json"]) { own, _ in own },
            Data(json.utf8))
    }

    /// Reads rows.
    func get(
        _ path: String, as user: String? = RunningProject.ada, _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await ask("GET", "/rest/v1/" + path, as: user, headers)
    }

    /// Adds rows and returns them.
    func post(
        _ path: String, as user: String? = RunningProject.ada, _ json: String, prefer: String = "return=representation"
    ) async throws -> HTTPAnswer {
        try await ask("POST", "/rest/v1/" + path, as: user, ["Prefer": prefer], json: json)
    }

    // MARK: A family

    /// A family with a child, made by the calls that an app sends.
    struct Family: Sendable {
        let id: String
        let child: String
    }

    /// Makes the Lovelaces: Ada is their owner, Cleo a member, and Dora a viewer.
    func lovelaces() async throws -> Family {
        let family = try await makeFamily("The Lovelaces", of: Self.ada)
        for (user, role) in [(Self.cleo, "member"), (Self.dora, "viewer")] {
            let invite = try await post("family_invites", #"{"family_id":"\#(family.id)","role":"\#(role)"}"#)
            let code = try #require(invite.objects.first?["code"] as? String)
            let joined = try await post(
                "rpc/accept_family_invite", as: user, #"{"invite_code":"\#(code)","member_nickname":"\#(role)"}"#)
            #expect(joined.status == 200 && joined.text == #""\#(family.id)""#)
        }
        return family
    }

    /// Makes a family with one child.
    func makeFamily(_ name: String, of user: String) async throws -> Family {
        let created = try await post("rpc/create_family_for_user", as: user, #"{"family_name":"\#(name)"}"#)
        let id = try JSONDecoder().decode(String.self, from: created.body)
        let child = try await post(
            "children", as: user, #"{"family_id":"\#(id)","name":"Mia","birth_date":"2024-05-31"}"#)
        return Family(id: id, child: try #require(child.objects.first?["id"] as? String))
    }

    /// Uploads a picture as bytes.
    @discardableResult
    func upload(
        _ bytes: Data, _ name: String, as user: String? = RunningProject.ada, _ method: String = "POST",
        _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await ask(
            method, "/storage/v1/object/artworks/" + name, as: user,
            headers.merging(["Content-Type": "image/jpeg"]) { own, _ in own }, bytes)
    }

    /// Adds an artwork with a story, whose picture is there.
    func artwork(
        _ family: Family, picture: String, story: String = "The sun is a hot yellow ball", as user: String = cleo
    ) async throws -> HTTPAnswer {
        try await post(
            "artworks", as: user,
            """
            {"family_id":"\(family.id)","child_id":"\(family.child)","image_url":"\(picture)",\
            "created_date":"2026-01-31","story":"\(story)"}
            """)
    }
}

/// The routes of the test, without those of signing in.
struct ProjectRoutes: ServiceDomain {
    let rows: RowRoutes
    let pictures: PictureRoutes
    let books: BookRoutes
    let addresses: PictureAddresses

    var rootPaths: [String] { ["/rest/v1/", "/storage/v1/", "/books/v1/"] }
    var services: [any Service] { books.services }
    var pageFiles: [String: [UInt8]] { EmbeddedFiles.named(families_assets()) }

    func listens(on port: Int) { addresses.listens(on: port) }

    func add(toRoot root: RouterGroup<ServiceContext>) {
        rows.add(to: root)
        pictures.add(to: root)
        books.add(to: root)
    }
}

extension HTTPAnswer {
    /// The code of an error of rows.
    var code: String? { object["code"] as? String }
}
