import LocalStore
import Domains
import FamiliesDomain
import FormsDomain
import Artworks
import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Storybook
import TestSupport
import Testing

@Suite("Storybooks on the job runner", .timeLimit(.minutes(30))) struct StorybookKindTests {
    private func run<T: Sendable>(_ body: @escaping @Sendable (PipelineClient) async throws -> T) async throws -> T {
        try await TestPipeline(Domains.stored.kinds).run(body)
    }

    private static func upload(_ width: Int = 60) throws -> Data {
        try ColourPicture(width: width, height: 40) { x, y in UInt32(x * 4) << 24 | UInt32(y * 6) << 16 | 0xFF }.file(
            .jpeg)
    }

    private static func row(
        _ id: String, _ picture: Document, content: ContentID? = nil, date: String = "2025-06-01"
    ) -> StorybookManifest.Artwork {
        StorybookManifest.Artwork(
            id: id, title: "Sun \(id)", story: "A sun that laughs all day long.", createdDate: date,
            child: .init(name: "Ada", color: "#E91E63", birthDate: "2021-01-01"),
            picture: .init(document: picture.id, content: content ?? picture.content),
            reactions: [.init(emojiType: "heart", count: 2), .init(emojiType: "unknown", count: 9)],
            comments: [.init(userNickname: "Grandma", createdAt: "2025-06-02T18:00:00.123+00:00", text: "Lovely!")])
    }

    @Test("a manifest and the pictures that it names become a book, its cover and a report")
    func book() async throws {
        let (document, files, parts) = try await run { client in
            let sun = try await client.artwork(try Self.upload())
            let moon = try await client.artwork(try Self.upload(80))
            var second = Self.row("moon", moon, date: "2025-05-01")
            second.moment = second.picture
            let manifest = StorybookManifest(
                title: "Summer", names: ["Ada"], options: BookOptions(bleed: 3, multiple: 4),
                artworks: [Self.row("sun", sun), second])
            let (document, files) = try await client.book(manifest)
            return (document, files, manifest.parts.count)
        }
        #expect(document.state == .filled, "\(String(describing: document.failure))")
        #expect(parts == 2)
        #expect(document.facts == ["artworks": "2", "omissions": "0", "pages": "4"])
        #expect(Set(files.keys) == ["book.pdf", "cover.pdf", "report.json"])
        let book = try RenderedPages(try #require(files["book.pdf"]))
        #expect(book.count == 4)
        #expect(try book.text(1).contains("Sun moon") && book.text(2).contains("Grandma"))
        #expect(try RenderedPages(try #require(files["cover.pdf"])).count == 1)
        let report = try JSONDecoder().decode(BookReport.self, from: try #require(files["report.json"]))
        #expect(report.artworks.map(\.artwork) == ["moon", "sun"] && report.pages == 4)
        #expect(report.warnings.contains { $0.code == .lowResolution && $0.artwork == "sun" })
    }

    @Test("pictures that failed, are others than those ordered, or are gone are left out, and the report says so")
    func omissions() async throws {
        let (document, files) = try await run { client in
            let sun = try await client.artwork(try Self.upload())
            let broken = try await client.artwork(Data([0xFF, 0xD8, 0xFF, 0xE0]))
            let other = try await client.artwork(try Self.upload(80))
            let deleted = try await client.artwork(try Self.upload(90))
            let manifest = StorybookManifest(
                title: "Summer", names: ["Ada"],
                artworks: [
                    Self.row("sun", sun), Self.row("broken", broken), Self.row("other", other, content: sun.content),
                    Self.row("deleted", deleted),
                ])
            try await client.store.delete(deleted.id, in: .all, at: Timestamp(milliseconds: 0))
            var kept = manifest
            kept.artworks.removeLast()
            // A part cannot be named once it is gone: the row stays in the manifest alone.
            return try await client.book(kept, bytes: try JSONEncoder().encode(manifest))
        }
        #expect(document.state == .filled, "\(String(describing: document.failure))")
        #expect(document.facts["artworks"] == "1" && document.facts["omissions"] == "3")
        let report = try JSONDecoder().decode(BookReport.self, from: try #require(files["report.json"]))
        #expect(
            report.omissions == [
                .init(artwork: "broken", reason: .pictureUnusable), .init(artwork: "other", reason: .pictureUnusable),
                .init(artwork: "deleted", reason: .pictureDeleted),
            ])
    }

    @Test("a page is a book of one without cover and colophon")
    func page() async throws {
        let (document, files) = try await run { client in
            let sun = try await client.artwork(try Self.upload())
            return try await client.book(
                StorybookManifest(
                    title: "Sun", names: ["Ada"], options: BookOptions(extent: .page), artworks: [Self.row("sun", sun)])
            )
        }
        #expect(document.state == .filled && document.facts["pages"] == "1")
        #expect(Set(files.keys) == ["page.pdf", "report.json"])
    }

    @Test("what cannot become a book fails in its first stage with a code of its own")
    func refusals() async throws {
        let codes = try await run { client in
            let sun = try await client.artwork(try Self.upload())
            let empty = StorybookManifest(title: "Summer", names: [], artworks: [])
            var odd = empty
            odd.options.multiple = 3
            odd.artworks = [Self.row("sun", sun)]
            var never = odd
            never.options.multiple = 2
            never.artworks = [Self.row("sun", sun, date: "2025-02-30")]
            var codes: [ErrorCode?] = []
            let cases: [(StorybookManifest, Data?)] = [
                (empty, nil), (empty, Data("{}".utf8)), (odd, nil), (never, nil),
            ]
            for (manifest, bytes) in cases {
                let document = try await client.book(manifest, bytes: bytes).document
                #expect(document.failure?.stage == "check" && document.failure?.attempt == 1)
                codes.append(document.failure?.code)
            }
            return codes
        }
        #expect(codes == [.bookEmpty, .malformedBook, .malformedBook, .malformedBook])
    }

    @Test("a file is no storybook, since it has no artworks")
    func files() {
        let failure = #expect(throws: Failure.self) {
            try StorybookKind().mediaType(of: Data("{}".utf8), fileName: "summer.json")
        }
        #expect(failure?.code == .unsupportedType)
        #expect(StorybookKind().role(of: "Summer.book.yaml") == .original(stem: "Summer"))
    }
}

extension PipelineClient {
    /// Adds an upload, and waits until it is checked.
    fileprivate func artwork(_ upload: Data) async throws -> Document {
        try await results(of: upload, kind: ArtworkKind.name, fileName: "a.jpg", mediaType: "image/jpeg").document
    }

    /// Makes the book of a manifest, and returns its document and what was published.
    fileprivate func book(
        _ manifest: StorybookManifest, bytes: Data? = nil
    ) async throws -> (document: Document, files: [String: Data]) {
        try await results(
            of: try bytes ?? JSONEncoder().encode(manifest), kind: StorybookKind.name,
            fileName: "summer.storybook.json", mediaType: StorybookKind.mediaType, parts: manifest.parts, inputs: [])
    }
}
