import Foundation
import Portfolio
import Testing

@Suite struct ManifestTests {
    @Test("the same folder has the same manifest, byte for byte")
    func sameBytes() throws {
        let manifest = PortfolioManifest(
            title: "Ada", inputs: [.init(.file(part: 0, content: "00"), name: "a.jpg"), .init(.link("https://x.org"))])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let bytes = try encoder.encode(manifest)
        #expect(try JSONDecoder().decode(PortfolioManifest.self, from: bytes) == manifest)
        #expect(try encoder.encode(manifest) == bytes)
    }
}
