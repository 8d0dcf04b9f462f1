import PortfolioDomain
import FailureModel
import Files
import Foundation
import Pipeline
import PipelineTestSupport
import Portfolio
import PortfolioInputs
import PortfolioService
import Synchronization

/// Kinds with the names and artefacts of the real ones, whose stages take no time and do what the bytes of a file say.
///
/// A file that begins with `bad` is damaged, one that begins with `video` is a video, and one that begins with `slow` is
/// worked on until ``openGate()``. A book of at most 10,000 bytes cannot be made.
enum StubKinds {
    static let kinds: [any Kind] = [StubInputKind(), StubPortfolioKind()]

    private static let gate = Mutex(false)

    /// Ends the work on files that begin with `slow`.
    static func openGate() { gate.withLock { $0 = true } }

    fileprivate static var isGateOpen: Bool { gate.withLock { $0 } }
}

private struct StubInputKind: Kind {
    var name: KindName { PortfolioInputKind.name }
    var errors: [ErrorRow] { ErrorRow.portfolios }

    func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(name, processing: [.init(Analyse())], filling: [])
    }

    func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String { "image/jpeg" }
    func role(of fileName: String) -> FileRole { .original(stem: fileName) }
    var analysed: [Deliverable] { [] }
    var filled: [Deliverable] { [] }

    struct Analyse: Stage {
        let name: StageName = "analyse"

        func run(_ context: StageContext) async throws -> StageOutcome {
            let bytes = try context.original()
            let text = String(decoding: bytes, as: UTF8.self)
            if text.hasPrefix("bad") { return .fail(Failure(ErrorCode("damaged_document"), "The file is damaged.")) }
            while text.hasPrefix("slow"), !StubKinds.isGateOpen {
                try context.checkCancellation()
                try await Task.sleep(for: .milliseconds(10))
            }
            var artefacts = [
                try context.put(bytes, named: "analysis.json", mediaType: "application/json"),
                try context.put(bytes + Data("-high".utf8), named: "high.jpg", mediaType: "image/jpeg"),
                try context.put(bytes + Data("-thumb".utf8), named: "thumb.jpg", mediaType: "image/jpeg"),
            ]
            if text.hasPrefix("video") {
                artefacts.append(try context.put(bytes, named: "stream.mp4", mediaType: "video/mp4"))
            }
            return .done(artefacts)
        }
    }
}

private struct StubPortfolioKind: Kind {
    var name: KindName { PortfolioKind.name }
    var errors: [ErrorRow] { ErrorRow.portfolios }

    func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(name, processing: [.init(Arrange())], filling: [.init(Typeset())])
    }

    func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        throw Failure(.unsupportedType, "No.")
    }
    func role(of fileName: String) -> FileRole { .original(stem: fileName) }
    var analysed: [Deliverable] { [] }
    var filled: [Deliverable] { [] }

    struct Arrange: Stage {
        let name: StageName = "arrange"

        func run(_ context: StageContext) async throws -> StageOutcome {
            let manifest = try JSONDecoder().decode(PortfolioManifest.self, from: try context.original())
            var blocks: [AppBlock] = []
            var failures: [PortfolioResponse.InputFailure] = []
            for (index, input) in manifest.inputs.enumerated() {
                switch input.source {
                case .failed(let code, let message):
                    failures.append(.init(index: index, code: code, message: message))
                case .file(let part, _):
                    if let failure = context.parts[part].document?.failure {
                        failures.append(
                            .init(index: index, code: failure.code.rawValue, message: failure.message))
                    } else {
                        blocks.append(Self.block(index, isVideo: context.parts[part].artefact("stream.mp4") != nil))
                    }
                case .link(let url):
                    blocks.append(
                        Self.block(
                            index,
                            .externalLink(LinkContent(url: url, platform: "website", title: url, description: ""))))
                case .text(let text):
                    blocks.append(Self.block(index, .expandableText(TextContent(header: "Text", text: text, tags: []))))
                }
            }
            if blocks.isEmpty { return .fail(Failure(.noContent, "None of the inputs can be used.")) }
            let portfolio = AppPortfolio(
                portfolioID: context.document.id.description.lowercased(), userID: manifest.user,
                category: manifest.category,
                meta: .init(
                    title: manifest.title, subtitle: manifest.subtitle, createdAt: "", updatedAt: "", language: "en",
                    theme: .auto),
                sections: [AppSection(.hook, order: 1, blocks: blocks)],
                navigation: AppNavigation(portfolioID: context.document.id.description.lowercased(), sections: [.hook]))
            let response = PortfolioResponse(
                portfolio: portfolio,
                processingSummary: .init(
                    totalInputs: manifest.inputs.count, failed: failures.count, sectionsGenerated: 1,
                    blocksGenerated: blocks.count), failures: failures)
            let bytes = try JSONText.compact(response)
            return .done([
                try context.put(Data("{}".utf8), named: "scores.json", mediaType: "application/json"),
                try context.put(Data("{}".utf8), named: "arrangement.json", mediaType: "application/json"),
                try context.put(bytes, named: "portfolio.json", mediaType: "application/json"),
            ])
        }

        private static func block(_ index: Int, isVideo: Bool) -> AppBlock {
            func name(_ rendition: String) -> String { MediaName(input: index, rendition: rendition).description }
            let source = MediaContent.Source(
                url: name(isVideo ? "stream.mp4" : "high.jpg"), quality: .high,
                mimeType: isVideo ? "video/mp4" : "image/jpeg")
            return block(
                index,
                .media(
                    MediaContent(
                        mediaType: isVideo ? .video : .image, sources: [source],
                        thumbnail: .init(url: name("thumb.jpg")), altText: "Picture", aspectRatio: "3:2")))
        }

        private static func block(_ index: Int, _ content: AppBlock.Content) -> AppBlock {
            AppBlock(
                blockID: "b\(index)", content: content, visibility: .init(initial: .expanded, priority: .high),
                style: .init(padding: .medium))
        }
    }

    struct Typeset: Stage {
        let name: StageName = "typeset"

        func run(_ context: StageContext) async throws -> StageOutcome {
            let edition = context.artefact("edition.json", from: .inputs).map { "\($0.byteCount)" } ?? "none"
            if edition != "none" {
                let bytes = try context.bytes(of: "edition.json", from: .inputs)
                if try JSONDecoder().decode(PortfolioEdition.self, from: bytes).maxSize == 10_000 {
                    return .fail(Failure(.sizeUnreachable, "The book cannot be made so small."))
                }
            }
            return .done(
                [
                    try context.put(Data("%PDF-1.7 \(edition)".utf8), named: "book.pdf", mediaType: "application/pdf"),
                    try context.put(Data("{}".utf8), named: "report.json", mediaType: "application/json"),
                ], facts: ["pages": "3"])
        }
    }
}
