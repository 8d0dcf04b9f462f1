import ArgumentParser
import FailureModel
import Files
import Foundation
import Typesetting

/// Typesets content.
///
/// `tools/bench` gives the same content to other programs.
@main
struct TypesettingBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Set blocks of text on pages.")

    @Argument(help: "The blocks: a JSON array, or with --lines one object a line.")
    var content: String

    @Argument(help: "The PDF.")
    var output: String

    @Flag(help: "Read one block a line, as they are needed.")
    var lines = false

    @Flag(help: "Leave the structure for screen readers out.")
    var untagged = false

    func run() throws {
        let typesetter = Typesetter(
            info: DocumentInfo(title: "Bench", language: "en"), options: TypesettingOptions(isTagged: !untagged))
        let file = try GrowingFile(at: URL(fileURLWithPath: output))
        let counter = ElementCounter()
        if lines {
            let blocks = LineReader(path: content).lazy.compactMap {
                try? JSONDecoder().decode(BenchBlock.self, from: $0)
            }
            try typesetter.write(blocks.flatMap { counter.count($0.blocks) }) { bytes throws(Failure) in
                try file.append(bytes)
            }
        } else {
            let blocks = try JSONDecoder().decode(
                [BenchBlock].self, from: Data(contentsOf: URL(fileURLWithPath: content)))
            try typesetter.write(blocks.lazy.flatMap { counter.count($0.blocks) }) { bytes throws(Failure) in
                try file.append(bytes)
            }
        }
        try file.finish()
        FileHandle.standardError.write(Data("{\"elements\": \(counter.elements)}\n".utf8))
    }
}

/// Counts the structure elements of blocks.
private final class ElementCounter {
    private(set) var elements = 1

    func count(_ blocks: [FlowBlock]) -> [FlowBlock] {
        for block in blocks {
            switch block {
            case .paragraph, .heading, .code, .begin(.list), .begin(.quote): elements += 1
            // An item has a label and a body; a table has a head with a row of two cells, and a body.
            case .begin(.item): elements += 3
            case .begin(.table): elements += 6
            case .row(let row): elements += 1 + row.cells.count
            default: break
            }
        }
        return blocks
    }
}

/// A block written by the benchmark.
private struct BenchBlock: Decodable {
    var kind: String
    var runs: [[String]]?
    var items: [[[String]]]?
    var rows: [[String]]?

    var blocks: [FlowBlock] {
        let paragraph = Paragraph(Self.runs(runs ?? []))
        switch kind {
        case "heading":
            let runs = [TextRun(paragraph.text, TextStyle(size: 14, weight: 700))]
            return [.heading(Heading(level: 2, Paragraph(runs)))]
        case "bullet":
            let items = (items ?? []).flatMap { item -> [FlowBlock] in
                [.begin(.item(ListMarker("•"))), .paragraph(Paragraph(Self.runs(item))), .end]
            }
            return [.begin(.list(ListStyle()))] + items + [.end]
        case "quote": return [.begin(.quote(BoxStyle(padding: Insets(start: 12)))), .paragraph(paragraph), .end]
        case "code": return [.code(CodeBlock(paragraph.text))]
        case "table":
            let rows = (rows ?? []).map { TableRow($0.map { TableCell($0) }) }
            let table = Table(columns: [TableColumn(.share(1)), TableColumn(.share(3))], header: Array(rows.prefix(1)))
            return [.begin(.table(table))] + rows.dropFirst().map { .row($0) } + [.end]
        default: return [.paragraph(paragraph)]
        }
    }

    private static func runs(_ runs: [[String]]) -> [TextRun] {
        runs.map { run in
            TextRun(run[1], TextStyle(weight: run[0] == "strong" ? 700 : 400, isItalic: run[0] == "em"))
        }
    }
}

/// The lines of a file, read on demand.
private struct LineReader: Sequence, IteratorProtocol {
    private let file: UnsafeMutablePointer<FILE>?

    init(path: String) { file = fopen(path, "r") }

    func next() -> Data? {
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        let count = getline(&line, &size, file)
        defer { free(line) }
        guard count > 0, let line else { return nil }
        return Data(bytes: line, count: count)
    }
}
