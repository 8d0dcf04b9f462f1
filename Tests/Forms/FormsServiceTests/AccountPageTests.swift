import Foundation
import HTTPService
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Pages of accounts", .timeLimit(.minutes(30))) struct AccountPageTests {
    private static let browser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

    @Test("the navigation leads to the list, whose scripts and styles are served")
    func list() async throws {
        try await ServiceHarness.run(works: false) { service in
            let forms = try await service.exchange("GET", "/", Self.browser)
            #expect(forms.body.contains("<a href=\"/accounts\">Trading accounts</a>"))
            let page = try await service.exchange("GET", "/accounts", Self.browser)
            #expect(page.status == 200 && page.body.contains("<title>Trading accounts – Formwright</title>"))
            let assets = page.body.matches(of: /"(\/assets\/[^"]+)"/).map { String($0.1) }
            #expect(assets.contains { $0.hasSuffix("/accounts.mjs") })
            for path in assets { #expect(try await service.exchange("GET", path).status == 200, "\(path)") }
        }
    }

    @Test("an account has a page, whatever characters are in its name, and another's has none")
    func account() async throws {
        try await ServiceHarness.run(
            settings: ServiceSettings(bind: "0.0.0.0", port: 0), users: ["ada", "bob"], works: false
        ) { service in
            let ada = try await service.appLogin("ada").merging(Self.browser) { $1 }
            let bob = try await service.appLogin("bob").merging(Self.browser) { $1 }
            let path = "/accounts/%22%3Cb%3E%20%C3%A4"
            #expect(try await service.exchange("GET", path, ada).status == 404)
            let made = try await service.exchange(
                "POST", "/api\(path)/files", ada.merging(["Content-Type": "multipart/form-data; boundary=X"]) { $1 },
                body:
                    "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.trades.csv\"\r\n\r\nx\r\n--X--\r\n"
            )
            #expect(made.status == 202)
            let page = try await service.exchange("GET", path, ada)
            #expect(page.status == 200 && page.body.contains("data-name=\"&quot;&lt;b&gt; ä\""))
            let other = try await service.exchange("GET", path, bob)
            #expect(other.status == 404 && !other.body.contains("data-name") && !other.body.contains("<b>"))
            #expect(try await service.exchange("GET", "/accounts/a%2Fb", ada).status == 400)
            let nobody = try await service.exchange("GET", path, Self.browser)
            #expect(nobody.status == 303 && nobody.headers["location"]?.hasPrefix("/login?next=") == true)
        }
    }
}
