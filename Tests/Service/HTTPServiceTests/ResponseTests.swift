import FailureModel
import Foundation
import HTTPService
import LocalStore
import Pipeline
import TestSupport
import Testing

@Suite("Ranges") struct ByteRangeTests {
    @Test(
        "a range of bytes",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=0-", 0..<100), ("bytes=10-19", 10..<20), ("bytes=90-200", 90..<100),
            ("bytes=-1", 99..<100), ("bytes=-500", 0..<100), ("bytes=99-", 99..<100),
        ] as [(String, Range<Int64>)])
    func ranges(_ header: String, _ range: Range<Int64>) throws {
        #expect(try ByteRange.parse(header, byteCount: 100) == range)
    }

    @Test(
        "a range that is none is ignored",
        arguments: ["bytes=", "bytes=-", "bytes=5-2", "lines=0-1", "bytes=0-1,4-5", "bytes=a-b"])
    func ignored(_ header: String) throws {
        #expect(try ByteRange.parse(header, byteCount: 100) == nil)
    }

    @Test("a range beyond the end cannot be satisfied", arguments: ["bytes=100-", "bytes=100-200", "bytes=-0"])
    func beyond(_ header: String) {
        let error = #expect(throws: Failure.self) { try ByteRange.parse(header, byteCount: 100) }
        #expect(error?.code == .rangeNotSatisfiable)
        #expect(throws: Failure.self) { try ByteRange.parse("bytes=0-", byteCount: 0) }
    }
}

@Suite("Signed links") struct SignedLinkTests {
    private let folder: TemporaryFolder
    private let links: SignedLinks
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        folder = try TemporaryFolder()
        links = try SignedLinks(key: KeyFile.key(in: folder.file("key")), lifetime: .seconds(60))
    }

    private func check(_ link: String, path: String = "/a/b", after seconds: Double = 0) throws {
        let query = URLComponents(string: link)?.queryItems ?? []
        try links.check(
            path, expires: query.first { $0.name == "expires" }?.value,
            signature: query.first { $0.name == "signature" }?.value, at: now + seconds)
    }

    @Test("a link opens its address until it expires")
    func expiry() throws {
        let link = links.sign("/a/b", at: now)
        try check(link)
        try check(link, after: 60)
        #expect(throws: Failure.self) { try check(link, after: 61) }
    }

    @Test("a link that was changed opens nothing")
    func changes() throws {
        let link = links.sign("/a/b", at: now)
        #expect(throws: Failure.self) { try check(link, path: "/a/c") }
        #expect(throws: Failure.self) { try check(link.replacing("expires=18", with: "expires=19")) }
        #expect(throws: Failure.self) { try check(String(link.dropLast()) + (link.hasSuffix("0") ? "1" : "0")) }
        #expect(throws: Failure.self) { try check("/a/b?expires=x&signature=") }
        #expect(throws: Failure.self) { try check("/a/b") }
    }

    @Test("a link is valid only as it was written")
    func spelling() throws {
        let link = links.sign("/a/b", at: now)
        let digits = try #require(link.components(separatedBy: "signature=").last)
        #expect(throws: Failure.self) { try check(link.replacing(digits, with: digits.uppercased())) }
        #expect(throws: Failure.self) { try check(link.replacing("expires=", with: "expires=%2B")) }
        #expect(throws: Failure.self) { try check(link.replacing("expires=", with: "expires=0")) }
        #expect(throws: Failure.self) { try check(link.replacing("expires=", with: "expires=-")) }
    }

    @Test("the key outlives the service and is its user's alone")
    func key() throws {
        let link = links.sign("/a/b", at: now)
        let again = try SignedLinks(key: KeyFile.key(in: folder.file("key")), lifetime: .seconds(60))
        #expect(again.sign("/a/b", at: now) == link)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("key").path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let other = try SignedLinks(key: KeyFile.key(in: folder.file("other")), lifetime: .seconds(60))
        #expect(other.sign("/a/b", at: now) != link)
    }

    @Test("a key that is cut off or cannot be read stays as it is, and is an error")
    func unusableKey() throws {
        let cut = try folder.write("half a key", "cut")
        try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
        for name in ["cut", "folder"] {
            let error = #expect(throws: Failure.self) {
                try SignedLinks(key: KeyFile.key(in: folder.file(name)), lifetime: .seconds(60))
            }
            #expect(error?.code == .storeUnavailable, "\(name)")
        }
        #expect(try String(contentsOf: cut, encoding: .utf8) == "half a key")
    }
}
