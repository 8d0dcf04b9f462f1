import FormModel
import Forms
import Foundation
import Tesseract

// Writes down everything that the detector considers on the pages of some PDFs, for tools/train-detector:
//
//   detector-trace FOLDER FILE.pdf...
//
// FOLDER/NAME.trace.json holds the pages and, for each candidate, its page, its box (as displayed, and on the page made
// upright), its kind and its features. FOLDER/NAME.words.json keeps what was read off scanned pages, which takes seconds a
// page and does not change.

/// The words of one page that text recognition found.
struct Reading: Codable {
    struct Piece: Codable {
        var text: String
        var region: Region
        var characters: [Region]
        var fontSize: Double
        var confidence: Double
    }

    var skew: Double
    var pieces: [Piece]
}

struct Trace: Encodable {
    struct Candidate: Encodable {
        var page: Int
        var x: Double
        var y: Double
        var width: Double
        var height: Double
        var upright: Region
        var kind: Int
        var features: [Double]
    }

    var pages: Int
    var featureNames: [String]
    var candidates: [Candidate]
}

func read(_ content: PageContent, kept: Reading?, _ recognisers: RecogniserPool) throws -> ReadPage {
    guard let kept else { return try PageReader(recognisers: recognisers).read(content) }
    var page = ReadPage(
        page: content.page, size: content.size, image: content.image, scale: content.scale,
        words: kept.pieces.map {
            Word(
                text: $0.text, region: $0.region, characters: $0.characters, fontSize: $0.fontSize,
                confidence: $0.confidence)
        }, skew: kept.skew, isScan: content.words.isEmpty)
    if page.isScan, kept.skew != 0 {
        page.image = try Bitmap(content.image, resolution: Int(72 * content.scale)).rotated(degrees: -kept.skew).gray()
    }
    return page
}

func trace(_ file: URL, into folder: URL, _ recognisers: RecogniserPool) throws {
    let name = file.deletingPathExtension().lastPathComponent
    let wordsFile = folder.appendingPathComponent(name + ".words.json")
    let known = (try? Data(contentsOf: wordsFile)).flatMap { try? JSONDecoder().decode([Int: Reading].self, from: $0) }
    var readings = known ?? [:]
    let document = try Importer().document(at: file)
    let source = try PageSource(document)
    var result = Trace(pages: document.pages.count, featureNames: Detector.featureNames, candidates: [])
    for index in document.pages.indices {
        let content = try source.content(ofPage: index)
        let page = try read(content, kept: content.unread.isEmpty ? nil : readings[index], recognisers)
        if !content.unread.isEmpty {
            readings[index] = Reading(
                skew: page.skew,
                pieces: page.words.map {
                    Reading.Piece(
                        text: $0.text, region: $0.region, characters: $0.characters, fontSize: $0.fontSize,
                        confidence: $0.confidence)
                })
        }
        result.candidates += Detector.analyse(page, scored: false).candidates.map {
            Trace.Candidate(
                page: index, x: $0.region.x, y: $0.region.y, width: $0.region.width, height: $0.region.height,
                upright: $0.upright, kind: $0.kind, features: $0.features)
        }
    }
    if !readings.isEmpty { try JSONEncoder().encode(readings).write(to: wordsFile) }
    try JSONEncoder().encode(result).write(to: folder.appendingPathComponent(name + ".trace.json"))
}

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first, arguments.count >= 2 else {
    FileHandle.standardError.write(Data("usage: detector-trace FOLDER FILE.pdf...\n".utf8))
    exit(64)
}
let recognisers = RecogniserPool()
defer { recognisers.end() }
for path in arguments.dropFirst() {
    try trace(URL(fileURLWithPath: path), into: URL(fileURLWithPath: folder), recognisers)
}
