import FormModel
import FormDetection
import FormImport
import Foundation
import Tesseract

/// The pages of one PDF as the detector reads them.
///
/// Text recognition of scanned pages takes seconds per page and always gives the same result, so it is cached in
/// `NAME.words.json`.
struct KeptReadings {
    /// The words of one page that text recognition found.
    private struct Reading: Codable {
        struct Piece: Codable {
            var text: String
            var region: Region
            var characters: [Region]
            var fontSize: Double
            var confidence: Double
        }

        var pieces: [Piece]
    }

    private let document: ImportedDocument
    private let recognisers: RecogniserPool
    private let file: URL

    init(_ pdf: URL, in folder: URL, recognisers: RecogniserPool) throws {
        document = try Importer().document(at: pdf)
        self.recognisers = recognisers
        file = folder.appendingPathComponent(pdf.deletingPathExtension().lastPathComponent + ".words.json")
    }

    /// Returns all pages in order.
    func pages() throws -> [ReadPage] {
        let known = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode([Int: Reading].self, from: $0) }
        var readings = known ?? [:]
        let source = try PageSource(document)
        let pages = try document.pages.indices.map { index in
            let content = try source.content(ofPage: index)
            let page = try read(content, kept: content.unread.isEmpty ? nil : readings[index])
            if !content.unread.isEmpty { readings[index] = Self.reading(of: page) }
            return page
        }
        if known == nil, !readings.isEmpty { try JSONEncoder().encode(readings).write(to: file) }
        return pages
    }

    private static func reading(of page: ReadPage) -> Reading {
        Reading(
            pieces: page.words.map {
                Reading.Piece(
                    text: $0.text, region: $0.region, characters: $0.characters, fontSize: $0.fontSize,
                    confidence: $0.confidence)
            })
    }

    private func read(_ content: PageContent, kept: Reading?) throws -> ReadPage {
        guard let kept else { return try PageReader(recognisers: recognisers).read(content) }
        var page = try PageReader.straightened(content)
        page.words = kept.pieces.map {
            Word(
                text: $0.text, region: $0.region, characters: $0.characters, fontSize: $0.fontSize,
                confidence: $0.confidence)
        }
        return page
    }
}
