import FailureModel
import FormModel
import Foundation
import TestSupport
import Typesetting

/// A document that was set for a test, and what independent programs read in it.
struct SetDocument {
    let pdf: Data
    let report: TypesettingReport

    init(
        _ blocks: [FlowBlock], template: PageTemplate = PageTemplate(), info: DocumentInfo = DocumentInfo(),
        options: TypesettingOptions = TypesettingOptions()
    ) throws(Failure) {
        (pdf, report) = try Typesetter(template: template, info: info, options: options).pdf(blocks)
    }

    /// The words of each page, line by line from the left, as poppler finds them.
    func words() throws -> [[String]] {
        let pages = try RenderedPages(pdf)
        return try (0..<pages.count).map { page in
            try pages.words(page).sorted {
                abs($0.region.y - $1.region.y) > 3 ? $0.region.y < $1.region.y : $0.region.x < $1.region.x
            }.map(\.text)
        }
    }

    /// The document's structure with its text, by `pdfinfo`.
    func structure() throws -> String {
        try read { file in
            String(decoding: try Program.run("pdfinfo", ["-struct-text", file.path]), as: UTF8.self)
        }
    }

    /// Runs `body` with the PDF as a file.
    func read<T>(_ body: (URL) throws -> T) throws -> T {
        let folder = try TemporaryFolder()
        return try body(try folder.write(pdf, "set.pdf"))
    }
}

/// Pages that hold a number of lines of 10 points each, without running lines.
enum TinyPage {
    static let style = TextStyle(families: "DejaVu Sans Mono", size: 10)
    /// The font's ascent and descent, in points, at this size.
    static let lineHeight = 11.64

    static func holding(lines: Int, width: Double = 200, direction: Direction = .leftToRight) -> PageTemplate {
        PageTemplate(
            size: PageSize(width: width + 20, height: 20 + (Double(lines) + 0.5) * lineHeight), margins: Insets(10),
            direction: direction, foot: nil)
    }

    /// A paragraph of lines that are called a1, a2, and so on.
    static func paragraph(_ name: String, lines: Int, style: ParagraphStyle = ParagraphStyle(spaceAfter: 0))
        -> Paragraph
    {
        Paragraph((1...lines).map { "\(name)\($0)" }.joined(separator: "\n"), self.style, style: style)
    }

    static func heading(_ name: String, lines: Int = 1) -> FlowBlock {
        .heading(Heading(level: 1, paragraph(name, lines: lines)))
    }
}
