import Foundation
import HTTPService
import ServiceTestSupport
import TestSupport
import Testing
import Users

/// What a reader of the service may do in apps of families.
@Suite("Readers in apps of families", .timeLimit(.minutes(30))) struct ReaderTests {
    /// Requests that change nothing although their method could, and those about the own access.
    private static let allowed: Set<String> = [
        "POST /storage/v1/object/list/{bucket}", "POST /storage/v1/object/sign/{bucket}",
        "POST /storage/v1/object/sign/{bucket}/**", "POST /auth/v1/token", "POST /auth/v1/signup",
        "PUT /auth/v1/user", "POST /auth/v1/logout",
    ]

    @Test("no route of the project's APIs changes anything for a reader")
    func routes() async throws {
        try await RunningAuth.run { running in
            let id = try await running.add("rita@example.org")
            try await running.service.accounts.change(try UserName("user-\(id)"), role: .reader)
            let prefixes = ["/rest/v1/", "/storage/v1/", "/auth/v1/", "/books/v1/"]
            var count = 0
            for route in running.service.routes where !route.hasPrefix("GET ") {
                let words = route.split(separator: " ").map(String.init)
                guard prefixes.contains(where: { words[1].hasPrefix($0) }) else { continue }
                let path = words[1].replacing("{bucket}", with: "artworks").replacing("{table}", with: "artworks")
                    .replacing("{function}", with: "create_family_for_user")
                    .replacing("{family}", with: UUID().uuidString)
                    .replacing(/\{[^}]*\}|\*\*?/, with: "x.jpg")
                let token = try #require(try await running.signIn("rita@example.org").object["access_token"] as? String)
                let answer = try await running.ask(
                    words[0], path, token: token, headers: ["Content-Type": "application/json"], "{}")
                if Self.allowed.contains(route) {
                    #expect(answer.status != 403, "\(route): \(answer.text)")
                } else {
                    #expect(answer.status == 403, "\(route): \(answer.status) \(answer.text)")
                    count += 1
                }
            }
            #expect(count >= 6)
            #expect(Self.allowed.isSubset(of: Set(running.service.routes)))
            #expect(try await running.count("storytelling_families") == 0)
            let token = try #require(try await running.signIn("rita@example.org").object["access_token"] as? String)
            #expect(try await running.ask("GET", "/rest/v1/families", token: token).status == 200)
            try await running.service.accounts.change(try UserName("user-\(id)"), role: .staff)
            let created = try await running.ask(
                "POST", "/rest/v1/rpc/create_family_for_user", token: token,
                headers: ["Content-Type": "application/json"], #"{"family_name":"The Lovelaces"}"#)
            #expect(created.status == 200, "\(created.text)")
        }
    }
}
