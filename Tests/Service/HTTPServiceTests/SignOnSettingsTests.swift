import FailureModel
import HTTPService
import HTTPTypes
import Pipeline
import Testing

@Suite("Settings of the login by a proxy") struct SignOnSettingsTests {
    private static let header = HTTPField.Name.known("X-Forwarded-User")

    @Test(
        "addresses are in the ranges that they are in",
        arguments: [
            ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
            ("127.0.0.1", "::ffff:127.0.0.1", true), ("::ffff:127.0.0.1", "127.0.0.1", true),
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("10.0.0.0/8", "::ffff:11.1.2.3", false),
            ("10.0.0.0/8", "a00::", false), ("192.168.4.128/25", "192.168.4.200", true),
            ("192.168.4.128/25", "192.168.4.127", false), ("::1", "::1", true), ("::1", "0:0:0:0:0:0:0:1", true),
            ("::1", "127.0.0.1", false), ("fd00::/8", "fdab::1", true), ("fd00::/8", "fe80::1", false),
            ("::ffff:10.0.0.0/104", "10.9.9.9", true), ("::/8", "127.0.0.1", false), ("127.0.0.1", "", false),
            ("127.0.0.1", "127.0.0.1\0", false), ("127.0.0.1", "localhost", false),
        ])
    func ranges(_ range: String, _ address: String, _ isIn: Bool) {
        #expect(AddressRange(range)?.contains(address) == isIn)
    }

    @Test(
        "what is no range is refused, and so is one with all addresses or with bits after the prefix",
        arguments: [
            "", "proxy", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.0/8/8", "10.1.0.0/8",
            "0.0.0.0/0", "::/0", "::1/129", "127.1", "127.0.0.1 ", "fe80::1%eth0", "[::1]", "::ffff:10.1.0.0/104",
        ])
    func malformedRange(_ text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test("the header counts only from the proxy, and only once")
    func login() throws {
        let settings = SignOnSettings(proxies: [try #require(AddressRange("127.0.0.1"))])
        #expect(try settings.login(in: [Self.header: "ada"], from: "127.0.0.1") == "ada")
        #expect(try settings.login(in: [Self.header: "ada"], from: "::ffff:127.0.0.1") == "ada")
        #expect(try settings.login(in: [Self.header: "ada"], from: "10.0.0.1") == nil)
        #expect(try settings.login(in: [:], from: "127.0.0.1") == nil)
        var two: HTTPFields = [Self.header: "ada"]
        two.append(HTTPField(name: .known("x-forwarded-USER"), value: "eve"))
        for fields in [two, [Self.header: ""]] {
            let error = #expect(throws: Failure.self) { try settings.login(in: fields, from: "127.0.0.1") }
            #expect(error?.code == .signOnRefused)
            #expect(try settings.login(in: fields, from: "10.0.0.1") == nil)
        }
    }

    private func read(_ signOn: String, publicURL: Bool = true) throws -> (ServiceSettings, [String]) {
        let url = publicURL ? "  publicURL: https://forms.example.org\n" : ""
        let file = try SettingsFile(yaml: "service:\n\(url)  signOn: \(signOn)\n")
        let settings = ServiceSettings(reading: file.section(ServiceSettings.section))
        do {
            try file.finish()
            return (settings, [])
        } catch {
            return (settings, ["\(error)"])
        }
    }

    @Test("settings are read")
    func reading() throws {
        let (all, mistakes) = try read("{header: X-Remote-User, from: [127.0.0.1, 10.0.0.0/8], create: reader}")
        #expect(mistakes.isEmpty)
        #expect(all.signOn?.header.canonicalName == "x-remote-user" && all.signOn?.createdRole == .reader)
        #expect(all.signOn?.proxies.count == 2)
        let (few, none) = try read("{from: \"::1\"}")
        #expect(none.isEmpty && few.signOn?.header.canonicalName == "x-forwarded-user")
        #expect(few.signOn?.createdRole == nil)
    }

    @Test(
        "mistakes in the settings are reported",
        arguments: [
            ("{}", "needs “from”"), ("{from: []}", "must have an address"), ("{from: proxy}", "10.0.0.0/8"),
            ("{from: 0.0.0.0/0}", "10.0.0.0/8"), ("{from: 127.0.0.1, create: administrator}", "one of reader, staff"),
            ("{from: 127.0.0.1, header: Authorization}", "a header field that nothing else uses"),
            ("{from: 127.0.0.1, header: \"X User\"}", "a header field that nothing else uses"),
            ("{from: 127.0.0.1, header: Sec-Fetch-Site}", "a header field that nothing else uses"),
            ("{from: 127.0.0.1, headr: X}", "Did you mean “header”?"), ("127.0.0.1", "mapping"),
        ])
    func mistakes(_ text: String, _ message: String) throws {
        let found = try read(text).1.joined()
        #expect(found.contains(message), "\(found)")
    }

    @Test("the login by a proxy needs the proxy's address")
    func withoutAddress() throws {
        #expect(try read("{from: 127.0.0.1}", publicURL: false).1.joined().contains("needs “publicURL”"))
    }
}
