import Foundation
import HTTPService
import Pipeline
import Portfolio
import ServiceTestSupport
import SQLTestSupport
import Testing
import TestSupport

@Suite("Media of a portfolio", .onEveryEngine, .timeLimit(.minutes(30))) struct MediaTests {
    @Test("a link opens a picture without a login, with its type, in parts and for a day")
    func links() async throws {
        try await ServiceHarness.run(settings: ServiceHarness.open, users: ["ada"]) { service in
            let token = try await service.token(of: "ada").secret
            let answer = try await service.generate(
                [
                    ServiceHarness.file(try await service.path("picture", token: token)),
                    ServiceHarness.file(try await service.path("video", token: token)),
                ], token: token)
            let addresses = try answer.portfolio().portfolio.mediaAddresses
            #expect(addresses.count == 4)
            for address in addresses {
                let media = try await service.ask("GET", address)
                #expect(media.status == 200)
                #expect(media.headers["content-type"] == (address.contains(".mp4") ? "video/mp4" : "image/jpeg"))
                #expect(media.headers["cache-control"] == "private, max-age=86400, immutable")
                #expect(media.headers["content-disposition"] == nil)
                let part = try await service.ask("GET", address, ["Range": "bytes=1-3"])
                #expect(part.status == 206 && part.body == media.body[1..<4])
                #expect(part.headers["content-range"] == "bytes 1-3/\(media.body.count)")
                #expect(part.headers["accept-ranges"] == "bytes")
                let beyond = try await service.ask("GET", address, ["Range": "bytes=1000-"])
                #expect(beyond.status == 416)
                let tag = try #require(media.headers["etag"])
                let known = try await service.ask("GET", address, ["If-None-Match": tag])
                #expect(known.status == 304 && known.body.isEmpty)
                let head = try await service.ask("HEAD", address)
                #expect(head.status == 200 && head.body.isEmpty)
            }
        }
    }

    @Test("an address stays the same for a day, and expires on the day after the next")
    func days() async throws {
        try await ServiceHarness.run { service in
            let id = try await service.portfolio()
            func addresses() async throws -> [String] {
                try await service.ask("GET", "/api/portfolios/\(id)").portfolio().portfolio.mediaAddresses
            }
            // To the beginning of a day, in UTC.
            let day = 86_400_000
            service.clock.advance(by: .milliseconds(day - Int(service.clock.now.milliseconds) % day + 1_000))
            let first = try await addresses()
            service.clock.advance(by: .seconds(23 * 3600))
            #expect(try await addresses() == first)
            service.clock.advance(by: .seconds(3600))
            let second = try await addresses()
            #expect(Set(first).isDisjoint(with: second) && first.count == second.count)
            let old = try await service.ask("GET", first[0])
            #expect(old.status == 200)
            service.clock.advance(by: .seconds(86_400))
            let expired = try await service.ask("GET", first[0])
            #expect(expired.status == 403 && expired.error == "link_invalid")
            let new = try await service.ask("GET", second[0])
            #expect(new.status == 200)
        }
    }

    @Test("addresses begin with the public one, if there is one")
    func publicAddress() async throws {
        var settings = ServiceHarness.open
        settings.publicURL = PublicURL("https://portfolios.example.org")
        try await ServiceHarness.run(settings: settings, users: ["ada"]) { reached in
            var service = reached
            service.headers["Host"] = "portfolios.example.org"
            let token = try await service.token(of: "ada").secret
            let id = try await service.portfolio(token: token)
            let portfolio = try await service.ask("GET", "/api/portfolios/\(id)", token: token).portfolio().portfolio
            #expect(portfolio.mediaAddresses.count == 2)
            for address in portfolio.mediaAddresses {
                #expect(address.hasPrefix("https://portfolios.example.org/api/media/\(id)/001-"))
                let path = address.dropFirst("https://portfolios.example.org".count)
                let medium = try await service.ask("GET", String(path))
                #expect(medium.status == 200)
            }
        }
    }

    @Test("a link that was cut, changed, doubled or left out opens nothing")
    func forged() async throws {
        try await ServiceHarness.run { service in
            let id = try await service.portfolio("one")
            let other = try await service.portfolio("two")
            let address = try #require(
                try await service.ask("GET", "/api/portfolios/\(id)").portfolio().portfolio.mediaAddresses.first)
            let token = try #require(address.split(separator: "=").last)
            let path = String(address.prefix { $0 != "?" })
            let forged = [
                path, "\(path)?token=", String(address.dropLast()), "\(address)0", "\(address)&token=\(token)",
                address.replacing(id, with: other), address.replacing("high", with: "thumb"),
                address.replacing("token=", with: "token=9"), address.replacing(".", with: "%2E"),
                address.replacing(token, with: token.uppercased()),
                "\(path)?signature=\(token)", address.replacing("001-", with: "002-"),
            ]
            for address in forged where address.contains("/api/media/") {
                let answer = try await service.ask("GET", address)
                #expect(answer.status == 403 || answer.status == 404, "\(address): \(answer.status)")
                #expect(answer.error == "link_invalid" || answer.error == "not_found", "\(address)")
            }
            // The ID of the portfolio may be written in capitals, as Swift's UUIDs are, and links once were.
            let capitals = try await service.ask("GET", address.replacing(id, with: id.uppercased()))
            #expect(capitals.status == 200)
        }
    }

    @Test("neither an original nor an analysis has an address that opens it")
    func originals() async throws {
        try await ServiceHarness.run { service in
            let id = try await service.portfolio()
            for name in [
                "001-analysis.json", "001-..", "001-original", "001-", "../001-high.jpg", "a.jpg", "000-high.jpg",
            ] {
                let path = "/api/media/\(id)/\(name)"
                let day = Int(service.clock.now.milliseconds / 86_400_000)
                let expiry = Date(timeIntervalSince1970: Double((day + 2) * 86_400))
                // Signed by the service's own key, as if it had made such a link.
                let token = service.links.token(for: path, until: expiry)
                let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "."])) ?? ""
                let answer = try await service.ask("GET", "/api/media/\(id)/\(encoded)?token=\(token)")
                #expect(answer.status == 404 || answer.status == 403, "\(name): \(answer.status)")
            }
        }
    }

    @Test("media of a deleted portfolio are gone, and so are its uploads unless another one shows them")
    func deletion() async throws {
        try await ServiceHarness.run { service in
            let shared = ServiceHarness.file(try await service.path("shared"))
            let own = ServiceHarness.file(try await service.path("own", "b.jpg"))
            let first = try await service.generate([shared, own]).portfolio().portfolio
            let second = try await service.generate([shared], title: "Other").portfolio().portfolio
            let deleted = try await service.ask("DELETE", "/api/portfolios/\(first.portfolioID)")
            #expect(deleted.status == 204)
            for address in first.mediaAddresses {
                let answer = try await service.ask("GET", address)
                #expect(answer.status == 404)
            }
            let kept = try await service.ask("GET", second.mediaAddresses[0])
            #expect(kept.status == 200 && kept.text == "shared-high")
            let again = try await service.ask("DELETE", "/api/portfolios/\(first.portfolioID)")
            #expect(again.status == 404 && again.error == "document_unknown")
            let objects = service.folder.file("store/artefacts/objects")
            let left = FileManager.default.enumerator(at: objects, includingPropertiesForKeys: nil)?.compactMap {
                ($0 as? URL).flatMap { try? String(contentsOf: $0, encoding: .utf8) }
            }
            #expect(left?.contains("shared-high") == true && left?.contains { $0.hasPrefix("own") } == false)
        }
    }
}
