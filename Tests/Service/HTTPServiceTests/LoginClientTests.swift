import HTTPService
import Testing

@Suite("Programs of logins") struct LoginClientTests {
    @Test(
        "a browser and its system have short names, whatever else the browser claims to be",
        arguments: [
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36",
                "Chrome on Linux"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Safari/537.36 Edg/139.0",
                "Edge on Windows"
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
                "Safari on macOS"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/139.0 Mobile/15E148 Safari/604.1",
                "Chrome on iPhone"
            ),
            ("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"),
            ("curl/8.5.0", "curl"), ("FormwrightClient/1 CFNetwork", "FormwrightClient"),
            ("Mozilla/5.0 (compatible)", "Mozilla"),
        ])
    func programs(_ userAgent: String, _ program: String) {
        #expect(LoginClient.program(userAgent) == program)
    }

    @Test(
        "a text that is no name of a program is not shown",
        arguments: [
            "", "<script>", "\u{1B}[31mred", "a\u{202E}b/1", String(repeating: "a", count: 41), "8/curl", "é/1",
        ])
    func foreign(_ userAgent: String) {
        #expect(LoginClient.program(userAgent) == nil)
    }

    @Test("a name is short, however long the text is")
    func length() {
        let text = "Mozilla/5.0 " + String(repeating: "Firefox/1 Windows ", count: 10_000)
        #expect(LoginClient.program(text) == "Firefox on Windows")
    }
}
