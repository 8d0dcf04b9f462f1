import Foundation
import HTTPService
import Testing

@Suite("Addresses in links for others") struct ReachableOriginTests {
    private static let files = TLSSettings.files(certificate: URL(filePath: "/c"), key: URL(filePath: "/k"))
    private static let addresses = ["127.0.0.1", "::1", "fe80::1", "169.254.3.4", "fd00::5", "192.168.4.7"]

    private func origin(
        _ settings: ServiceSettings, names: [String] = [], hosts: [String] = ["vm", "vm.local"],
        addresses: [String] = addresses
    ) -> String? {
        ReachableOrigin(settings, names: names, hosts: hosts, addresses: addresses)?.url
    }

    @Test("the address of the proxy comes first")
    func proxy() {
        let settings = ServiceSettings(publicURL: PublicURL("https://forms.example.org"), tls: .selfSigned)
        #expect(origin(settings, names: ["a.example"]) == "https://forms.example.org")
    }

    @Test("then a full name of the certificate, and no name that only this machine knows")
    func names() {
        let settings = ServiceSettings(bind: "0.0.0.0", port: 8443, tls: Self.files)
        #expect(
            origin(settings, names: ["vm", "*.example.org", "10.0.0.1", "forms.example.org"])
                == "https://forms.example.org:8443")
        #expect(origin(settings, names: ["vm", "localhost", "*.lan"]) == "https://192.168.4.7:8443")
        let own = ServiceSettings(bind: "0.0.0.0", port: 8443, tls: .selfSigned)
        #expect(origin(own) == "https://192.168.4.7:8443")
        #expect(origin(own, hosts: ["vm.office.example"]) == "https://vm.office.example:8443")
    }

    @Test("then an address of the machine that others reach")
    func addresses() {
        let any = ServiceSettings(bind: "0.0.0.0", port: 80)
        #expect(origin(any) == "http://192.168.4.7:80")
        #expect(origin(any, addresses: ["127.0.0.1", "fe80::1", "fd00::5"]) == "http://[fd00::5]:80")
        #expect(origin(any, addresses: ["127.0.0.1", "::1"]) == nil)
        #expect(origin(ServiceSettings(bind: "10.1.2.3", port: 81)) == "http://10.1.2.3:81")
        #expect(origin(ServiceSettings(bind: "127.0.0.1", port: 81)) == nil)
    }
}
