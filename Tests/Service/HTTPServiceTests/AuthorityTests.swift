import HTTPService
import Testing

@Suite("The host of a request") struct AuthorityTests {
    @Test(
        "names and addresses of this machine",
        arguments: ["localhost", "LocalHost:80", "127.0.0.1", "127.0.0.1:65535", "127.1.2.3", "[::1]", "[::1]:8080"])
    func loopback(_ text: String) {
        #expect(Authority(text)?.isLoopback == true)
    }

    @Test(
        "other machines, though they look alike",
        arguments: [
            "", ":80", "example.org", "localhost.", "localhost.example.org", "127.0.0.1.example.org", "127.example.org",
            "127.0.0.1.", "127.0.0", "127.0.0.0001", "1127.0.0.1", "0.0.0.0", "[::2]", "[::ffff:127.0.0.1]",
        ])
    func foreign(_ text: String) {
        #expect(Authority(text)?.isLoopback == false)
    }

    @Test(
        "what is no host",
        arguments: [
            "[", "[]", "[::1", "[::1]x", "[::1]:", "[g::1]", "localhost:", "localhost:x", "localhost:123456", "a:1:2",
            "user@localhost", "localhost/", "local host", "lücke.example", "localhost\u{301}", "%6cocalhost",
        ])
    func malformed(_ text: String) {
        #expect(Authority(text) == nil)
    }
}
