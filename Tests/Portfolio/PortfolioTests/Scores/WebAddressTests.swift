import FailureModel
import Portfolio
import Testing

@Suite struct WebAddressTests {
    @Test(
        "the platform goes by the host and its subdomains",
        arguments: [
            ("https://github.com/ada", "github"), ("https://gist.github.com/ada", "github"),
            ("HTTPS://GitHub.COM./ada", "github"), ("http://github.com:443", "github"),
            ("https://www.linkedin.com/in/ada", "linkedin"), ("https://instagram.com/ada", "instagram"),
            ("https://twitter.com/ada", "twitter"), ("https://x.com/ada", "twitter"),
            ("https://m.youtube.com/watch?v=1", "youtube"), ("https://youtu.be/1", "youtube"),
            ("https://tiktok.com/@ada", "tiktok"), ("https://www.behance.net/ada", "behance"),
            ("https://dribbble.com/ada", "dribbble"), ("https://vimeo.com/1", "vimeo"),
            ("https://ada.example", "website"), ("https://notgithub.com", "website"),
            ("https://github.com.evil.example", "website"), ("https://medium.com/@ada:b", "website"),
            ("https://evil.example#@github.com", "website"), ("https://evil.example?@github.com", "website"),
            ("https://netflix.com", "website"), ("https://[::1]:8080/github.com", "website"),
        ])
    func platform(_ text: String, _ platform: String) throws {
        #expect(try #require(WebAddress(text)).platform == platform)
    }

    @Test(
        "what is not an address of http or https is none",
        arguments: [
            "", "github.com", "ftp://example.org", "javascript:alert(1)", "https://", "https:///path",
            "https://a b.org",
            "https://exa\nmple.org", "https://evil.example\\@github.com", "https://.", "https://a..b", "http://a:b",
            "https://[::1", "https://a\"b.org", " https://example.org", "file:///etc/passwd",
            "https://example.org/\u{7F}", "https://github.com@evil.example/", "https://ada:secret@example.org/",
            "https://@example.org", "https://example.org/\u{202E}gpj.exe", "https://\u{2066}example.org",
            "https://example.org/\u{200F}", "https://example.org/\"onmouseover=x", "https://example.org/<b",
            "https://example.org/b>",
        ])
    func refused(_ text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test("an address over the limit has its own code")
    func long() throws {
        let text = "https://example.org/" + String(repeating: "a", count: 2_028)
        guard case .success = WebAddress.checked(text) else {
            Issue.record("2,048 characters are allowed.")
            return
        }
        guard case .failure(let failure) = WebAddress.checked(text + "a") else {
            Issue.record("2,049 characters are too many.")
            return
        }
        #expect(failure.code == .textTooLong)
        guard case .failure(let other) = WebAddress.checked("x") else {
            Issue.record("This is no address.")
            return
        }
        #expect(other.code == .invalidURL)
    }

    @Test("the failure of an address with a password does not repeat it")
    func password() {
        guard case .failure(let failure) = WebAddress.checked("https://ada:hunter2@example.org/") else {
            Issue.record("Whoever gets the portfolio would know the password.")
            return
        }
        #expect(failure.code == .invalidURL && !failure.description.contains("hunter2"))
    }

    @Test("a title is made of the host and the path")
    func title() throws {
        #expect(try #require(WebAddress("https://www.Example.org/Work/?a=1#b")).title == "example.org/Work")
        #expect(try #require(WebAddress("https://example.org")).title == "example.org")
        let long = try #require(WebAddress("https://example.org/" + String(repeating: "a", count: 200)))
        #expect(long.title.count == 100)
    }
}
