import Portfolio
import Testing

@Suite("Addresses of e-mail") struct EmailTests {
    @Test("are an address and nothing else", arguments: ["ada@example.org", "a.b+c@mail.example", "ä@beispiel.de"])
    func addresses(text: String) {
        #expect(PortfolioContact.isEmail(text))
    }

    @Test(
        "cannot bring further fields or lines",
        arguments: [
            "", "ada", "@example.org", "ada@", "a@b@c", "a@b.example\r\nX:1", "a b@c.example",
            "a@b.example?bcc=x@y.example", "a@b.example?body=hi", "a@b.example&x", "a;b@c.example",
        ])
    func others(text: String) {
        #expect(!PortfolioContact.isEmail(text))
    }
}
