import Foundation
import HTTPService
import Testing
import Webhooks

@Suite("The addresses of receivers") struct AddressRuleTests {
    private static func bytes(_ text: String) throws -> [UInt8] {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        throw POSIXError(.EINVAL)
    }

    @Test(
        "addresses that are not public are refused",
        arguments: [
            "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1", "169.254.169.254",
            "172.16.0.1", "172.31.255.255", "192.168.1.1", "224.0.0.1", "239.1.1.1", "255.255.255.255", "240.0.0.1",
            "::", "::1", "fc00::1", "fdff::1", "fe80::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1",
        ])
    func refused(_ text: String) throws {
        #expect(!AddressRule().permits(try Self.bytes(text)))
    }

    @Test(
        "public addresses are permitted, up to the edges of the ranges",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "172.15.0.1",
            "172.32.0.1", "192.167.1.1", "223.255.255.255", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::101:101",
        ])
    func permitted(_ text: String) throws {
        #expect(AddressRule().permits(try Self.bytes(text)))
    }

    @Test("an allowed range is permitted in every form of its addresses, and nothing beside it")
    func allowed() throws {
        let rule = AddressRule(
            allowing: try ["10.8.0.0/13", "fd12::/16", "::ffff:192.168.7.0/120"].map { try #require(AddressRange($0)) })
        for text in ["10.8.0.0", "10.15.255.255", "::ffff:10.9.0.1", "192.168.7.9", "fd12::7"] {
            #expect(rule.permits(try Self.bytes(text)))
        }
        for text in ["10.7.255.255", "10.16.0.0", "127.0.0.1", "192.168.8.0", "fd13::7"] {
            #expect(!rule.permits(try Self.bytes(text)))
        }
    }
}
