import ServiceTestSupport
import FamiliesService
import Testing

@Suite("Pages of other origins")
struct CrossOriginTests {
    private static let origin = "https://stories.example.org"

    private static let settings: StorytellingSettings = {
        var settings = StorytellingSettings()
        settings.origins = [origin]
        return settings
    }()

    private static func preflight(_ method: String, from origin: String) -> [String: String] {
        [
            "Origin": origin, "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": "apikey,authorization,content-type,prefer,x-client-info",
        ]
    }

    @Test("a preflight of an allowed origin passes for all methods and headers of Supabase's clients")
    func preflight() async throws {
        try await RunningAuth.run(Self.settings) { project in
            for path in [
                "/auth/v1/token", "/rest/v1/artworks", "/storage/v1/object/artworks/a/b.jpg", "/realtime/v1/x",
            ] {
                let answer = try await project.ask(
                    "OPTIONS", path, headers: Self.preflight("PATCH", from: Self.origin))
                #expect(answer.status == 204)
                #expect(answer.headers["access-control-allow-origin"] == Self.origin)
                #expect(answer.headers["access-control-allow-credentials"] == nil)
                #expect(answer.headers["vary"]?.contains("Origin") == true)
                let methods = answer.headers["access-control-allow-methods"] ?? ""
                for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] { #expect(methods.contains(method)) }
                let allowed = (answer.headers["access-control-allow-headers"] ?? "").split(separator: ", ")
                for name in [
                    "authorization", "apikey", "content-type", "x-client-info", "prefer", "range", "accept-profile",
                    "content-profile", "x-upsert", "x-supabase-api-version", "cache-control", "x-retry-count",
                ] {
                    #expect(allowed.contains { $0 == name }, "\(name)")
                }
            }
        }
    }

    @Test("an allowed origin reads answers and refusals; any other, and none by default, reads nothing")
    func answers() async throws {
        for settings in [Self.settings, StorytellingSettings()] {
            try await RunningAuth.run(settings) { project in
                let isConfigured = !settings.origins.isEmpty
                let others = ["https://evil.example.org", "null", Self.origin + ".evil.org", Self.origin + ":8443"]
                for origin in [Self.origin] + others {
                    let isAllowed = isConfigured && origin == Self.origin
                    for path in ["/auth/v1/user", "/auth/v1/nothing", "/rest/v1/nothing"] {
                        let answer = try await project.ask("GET", path, headers: ["Origin": origin])
                        #expect(answer.status >= 400)
                        #expect(answer.headers["access-control-allow-origin"] == (isAllowed ? origin : nil))
                        #expect(
                            answer.headers["access-control-expose-headers"]?.contains("content-range")
                                == (isAllowed ? true : nil))
                        #expect(answer.headers["vary"]?.contains("Origin") == true)
                    }
                    let preflight = try await project.ask(
                        "OPTIONS", "/auth/v1/token", headers: Self.preflight("POST", from: origin))
                    #expect(preflight.headers["access-control-allow-origin"] == (isAllowed ? origin : nil))
                    #expect((preflight.headers["access-control-allow-headers"] != nil) == isAllowed)
                }
            }
        }
    }

    @Test("the service's own pages and routes are for no other origin")
    func ownRoutes() async throws {
        try await RunningAuth.run(Self.settings) { project in
            for path in ["/api/v1/me", "/login", "/healthz"] {
                for method in ["GET", "OPTIONS"] {
                    let answer = try await project.ask(
                        method, path, headers: Self.preflight("GET", from: Self.origin))
                    #expect(answer.headers["access-control-allow-origin"] == nil)
                }
            }
        }
    }
}
