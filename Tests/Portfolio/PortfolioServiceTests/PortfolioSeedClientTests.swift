import LocalStore
import Domains
import FormsDomain
import LibCrypto
import Foundation
import Pipeline
import ServiceTestSupport
import TestSupport
import TestTraits
import Testing

/// The models, the client, the view model and the handler of deep links of the app, taken from its document, against the
/// running service.
@Suite("The app's own client", .blocking, .timeLimit(.minutes(30))) struct PortfolioSeedClientTests {
    @Test("the document is the app's, and the changes are those that are listed")
    func document() throws {
        let digest = SHA256.hash(data: Data(try SeedClient.document().utf8))
        #expect(
            digest.map { String(format: "%02x", $0) }.joined()
                == "55e9bee5511fe7b453b3e10c60fe208dbed9eded9913ea80b99ac8a0de99f307")
        var code = try SeedClient.code()
        for change in SeedClient.changes.reversed() {
            code = code.replacingOccurrences(of: change.new, with: change.old)
        }
        #expect(try SeedClient.original() == code)
        #expect(SeedClient.changes.count == 2)
    }

    /// What the app does, with what its views show of each block.
    private static let flow = """

        @main struct Flow {
            static let folder = URL(fileURLWithPath: CommandLine.arguments[2])

            static func main() async throws {
                let service = PortfolioService(baseURL: CommandLine.arguments[1])
                var inputs: [ContentInput] = []
                let files = [
                    ("Brücke über die Isar.jpg", "image/jpeg"), ("Turm.heic", "image/heic"), ("Reel.mp4", "video/mp4"),
                    ("Résumé.pdf", "application/pdf"),
                ]
                for (name, type) in files {
                    let data = try Data(contentsOf: folder.appendingPathComponent(name))
                    let upload = try await service.uploadFile(data: data, filename: name, mimeType: type)
                    precondition(upload.success && upload.filePath == "/uploads/" + upload.contentId)
                    inputs.append(input("file", filePath: upload.filePath, title: name.contains("Reel") ? "Showreel" : nil))
                }
                inputs.append(input("text", text: "Hello, I build engines and I write about them.", title: "About me"))
                inputs.append(input("url", url: "https://github.com/ada", title: "Code"))
                inputs.append(input("url", url: "javascript:alert(1)"))
                do {
                    _ = try await service.generatePortfolio(
                        userId: "ada", title: "Ada", subtitle: "", category: "Design", inputs: [])
                } catch { print("error:", (error as! PortfolioError).errorDescription!) }
                let response = try await service.generatePortfolio(
                    userId: "ada", title: "Ada Lovelace", subtitle: "Engines", category: "Design", inputs: inputs)
                precondition(response.success)
                let summary = response.processingSummary
                print("summary:", summary.totalInputs, summary.processed, summary.failed)
                print("meta:", response.portfolio.userId, response.portfolio.meta.title, response.portfolio.version)
                await walk(response)
                await links(response)
                for section in response.portfolio.sections {
                    for block in section.blocks { try await show(block) }
                }
            }

            static func input(
                _ type: String, url: String? = nil, filePath: String? = nil, text: String? = nil, title: String? = nil
            ) -> ContentInput {
                ContentInput(type: type, url: url, filePath: filePath, text: text, title: title, description: nil)
            }

            /// Walks the reel forwards, backwards and by the buttons.
            @MainActor static func walk(_ response: PortfolioResponse) {
                let model = PortfolioViewModel()
                model.loadPortfolio(response)
                var seen: [String] = []
                for _ in 0..<model.totalSections {
                    seen.append(model.currentSection!.sectionId)
                    for block in model.currentSection!.blocks {
                        model.toggleBlockExpansion(block.blockId)
                        precondition(model.expandedBlockId == block.blockId)
                        model.toggleBlockExpansion(block.blockId)
                    }
                    model.nextSection()
                }
                precondition(model.progress == 1 && !model.currentSection!.blocks.isEmpty)
                for _ in 0..<model.totalSections { model.previousSection() }
                precondition(model.currentSectionIndex == 0)
                print("sections:", seen.joined(separator: " "))
                for item in response.portfolio.navigation.quickNav.items {
                    model.goToSection(id: item.targetSection)
                    precondition(model.currentSection?.sectionId == item.targetSection && !item.icon.isEmpty)
                }
                let ids = response.portfolio.sections.flatMap(\\.blocks).map(\\.blockId)
                precondition(Set(ids).count == ids.count)
            }

            /// Follows the deep links of every section and block.
            @MainActor static func links(_ response: PortfolioResponse) {
                let links = response.portfolio.navigation.deepLinks
                let handler = DeepLinkHandler.shared
                handler.handle(URL(string: links.baseUrl)!)
                precondition(handler.pendingPortfolioId == response.portfolio.portfolioId)
                for section in response.portfolio.sections {
                    let link = links.sectionFormat.replacingOccurrences(of: "{section_id}", with: section.sectionId)
                    handler.handle(URL(string: link)!)
                    precondition(handler.pendingSectionId == section.sectionId)
                    for block in section.blocks {
                        handler.pendingSectionId = nil
                        let link = links.blockFormat
                            .replacingOccurrences(of: "{section_id}", with: section.sectionId)
                            .replacingOccurrences(of: "{block_id}", with: block.blockId)
                        handler.handle(URL(string: link)!)
                        precondition(handler.pendingSectionId == section.sectionId)
                    }
                }
                print("links: done")
            }

            /// Reads what the view of a block shows, and fetches what it loads.
            static func show(_ block: Block) async throws {
                let content = block.content
                switch block.blockType {
                case .media:
                    let source = content.sources!.first!
                    precondition(source.quality == "high" && !content.altText!.isEmpty)
                    precondition(content.aspectRatio!.split(separator: ":").count == 2)
                    for source in content.sources! { try await fetch(source.url, source.mimeType) }
                    try await fetch(content.thumbnail!.url, "image/")
                    if content.mediaType == "video" {
                        let playback = content.playback!
                        precondition(playback.autoplay && playback.loop && playback.muted && playback.controls)
                    }
                    print("media:", content.mediaType!, source.mimeType)
                case .gallery:
                    precondition(content.layout!.type == "grid" && content.layout!.columns >= 2)
                    precondition(content.lightbox!.enabled)
                    for item in content.items! {
                        try await fetch(item.url, item.mediaType + "/")
                        try await fetch(item.thumbnailUrl, "image/")
                    }
                    print("gallery:", content.items!.count)
                case .expandableText:
                    precondition(content.preview!.maxLines == 3 && content.fullContent!.format == "plain")
                    precondition(Set(content.tags!).count == content.tags!.count)
                    print("text:", content.header!, "-", content.preview!.text)
                case .externalLink:
                    print("link:", content.platform!, content.linkPreview!.title, URL(string: content.url!)!.host!)
                case .cta:
                    for action in [content.primaryAction!] + (content.secondaryAction.map { [$0] } ?? []) {
                        print("cta:", action.actionType, action.label, action.payload?["user_id"] ?? "-")
                    }
                case .metric:
                    print("metric:", content.metrics!.count, content.metricLayout!)
                default: fatalError("\\(block.blockType)")
                }
            }

            static func fetch(_ address: String, _ type: String) async throws {
                let url = URL(string: address)!
                let (data, answer) = try await URLSession.shared.data(from: url)
                let http = answer as! HTTPURLResponse
                let received = http.value(forHTTPHeaderField: "Content-Type") ?? ""
                guard http.statusCode == 200, received.hasPrefix(type), !data.isEmpty else {
                    fatalError("\\(http.statusCode) \\(received) instead of \\(type)")
                }
                var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
                request.setValue("bytes=1-16", forHTTPHeaderField: "Range")
                let (part, partial) = try await URLSession.shared.data(for: request)
                guard (partial as! HTTPURLResponse).statusCode == 206, part == data.subdata(in: 1..<17) else {
                    fatalError("no ranges")
                }
                print("fetched:", received)
            }
        }
        """

    /// Runs a program on a thread that may block: the service's handlers need the cooperative ones.
    private static func run(_ program: String, _ arguments: [String]) async throws -> String {
        try await onOwnThread { String(decoding: try Program.run(program, arguments), as: UTF8.self) }
    }

    /// Writes the files that the app uploads.
    private static func writeFiles(to folder: TemporaryFolder) async throws {
        try await onOwnThread {
            let bridge = ColourPicture(width: 900, height: 600) { x, y in
                UInt32(x * 255 / 900) << 24 | UInt32(y * 255 / 600) << 16 | UInt32((x ^ y) & 255) << 8 | 0xFF
            }
            try folder.write(try bridge.file(.jpeg), "Brücke über die Isar.jpg")
            try folder.write(try TestData.data("pictures/photo.heic"), "Turm.heic")
            try Program.run(
                "ffmpeg",
                [
                    "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=640x360:rate=24:duration=2", "-f", "lavfi",
                    "-i", "sine=duration=2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac",
                    folder.file("Reel.mp4").path,
                ])
            var pdf = PDFBuilder()
            var page = PDFBuilder.Page()
            for (line, text) in ["Experience", "Analytical Engine", "Education", "Skills"].enumerated() {
                page.text(text, x: 72, y: 100 + Double(line) * 30, size: 14)
            }
            pdf.add(page)
            try folder.write(pdf.data(), "Résumé.pdf")
        }
    }

    @Test("uploads a JPEG, a HEIC, a video and a PDF, and shows every section and all media")
    func flow() async throws {
        try await ServiceHarness.run(kinds: Domains.stored.kinds) { service in
            let folder = try TemporaryFolder()
            try await Self.writeFiles(to: folder)
            let program = try await onOwnThread { try SeedClient.program(Self.flow, in: folder) }
            let output = try await Self.run(
                program, [service.url.absoluteString + "/api", folder.url.path])
            let lines = output.split(separator: "\n").map(String.init)
            func count(_ prefix: String) -> Int { lines.count { $0.hasPrefix(prefix) } }
            #expect(
                lines.first == "error: The portfolio has no inputs: no picture, video, PDF, text or link.", "\(output)")
            #expect(lines.contains("summary: 7 6 1") && lines.contains("meta: ada Ada Lovelace v1"), "\(output)")
            let sections = try #require(lines.first { $0.hasPrefix("sections: ") }?.dropFirst("sections: ".count))
            #expect(sections.hasPrefix("hook ") && sections.hasSuffix(" action"), "\(output)")
            #expect(lines.contains("links: done"))
            #expect(lines.contains("media: video video/mp4") && lines.contains("fetched: video/mp4"), "\(output)")
            #expect(count("fetched: image/") >= 6, "\(output)")
            #expect(lines.contains("link: github Code github.com"), "\(output)")
            #expect(lines.contains { $0.hasPrefix("text: About me - Hello, I build engines") }, "\(output)")
            #expect(lines.contains("cta: open_chat Get in Touch ada"), "\(output)")
        }
    }
}
