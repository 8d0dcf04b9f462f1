import FailureModel
import FormModel
import FormDetection
import FormImport
import Foundation
import Poppler
import Portfolio
import QPDF
import Tesseract
import Vips

/// Analyses a PDF.
struct DocumentInput {
    /// The maximum number of pages of a PDF.
    static let pageLimit = 2_000
    /// The maximum number of pages to recognise if no page has a text layer.
    private static let recognisedPages = 5
    /// The resolution for text recognition, and the maximum longer side in pixels.
    private static let recognitionResolution = 200.0
    private static let recognitionSide = 4_000.0
    /// The share of unreadable characters at which a text layer is ignored.
    private static let garbageShare = 0.3

    private let data: Data

    /// Creates an analysis of a file.
    init(_ data: Data) {
        self.data = data
    }

    /// Returns the facts about the PDF, and stores pictures of its first pages.
    func analysis(_ output: AnalysisOutput) throws -> InputAnalysis {
        do {
            // Poppler repairs what it can, including truncated files.
            guard data.suffix(4_096).firstRange(of: Data("startxref".utf8)) != nil else { throw Self.damaged }
            let document = try PopplerDocument(data: data)
            let count = document.pageCount
            guard count > 0 else { throw Self.damaged }
            guard count <= Self.pageLimit else {
                throw Failure(.tooManyPages, "The PDF has \(count) pages; the limit is \(Self.pageLimit).")
            }
            var renditions: [Rendition] = []
            var facts: PictureFacts?
            let shown = min(count, PortfolioLimits.pages)
            // Nothing is counted in a file that libqpdf cannot read. Then only the limits of the stage apply.
            let counted = try? PDFFile(data: data)
            var drawing = counted.map { PageBudget($0, pages: count, bytes: data.count, countsPixels: true) }
            var reading = counted.map { PageBudget($0, pages: count, bytes: data.count, countsPixels: false) }
            for page in 0..<shown {
                try drawing?.spend(page: page, of: Self.name)
                let made = try picture(try document.page(page))
                renditions += try made.put(output, page: page)
                if page == 0 { facts = try made.facts(width: made.high.width, height: made.high.height) }
                try output.progressed(page + 1, of: shown, unit: "page")
            }
            return InputAnalysis(
                type: .document, mediaType: InputType.pdf.mediaType,
                title: BoundedText.line(document.title, PortfolioLimits.title), picture: facts, pages: count,
                text: try text(document, &reading, output), renditions: renditions)
        } catch let error as PopplerError {
            throw Self.failure(error)
        } catch let error as VipsError {
            throw Failure(error, limits: PictureInput.limits)
        }
    }

    /// The name of the document in messages, where the file name precedes it.
    private static let name = "the PDF"
    private static let damaged = Failure(.damagedDocument, "The PDF is truncated or damaged.")

    private static func failure(_ error: PopplerError) -> Failure {
        switch error.code {
        case .libraryMissing: Failure(.toolMissing, "Poppler is not installed: the package libpoppler-glib8.")
        case .fontDataMissing: Failure(.toolMissing, "The PDF's fonts need the package poppler-data; install it.")
        case .encrypted: Failure(.encrypted, "The PDF needs a password.")
        case .damaged, .noSuchPage: damaged
        case .outOfMemory: Failure(.outOfMemory, "There is not enough memory to draw the PDF.")
        }
    }

    /// Draws a page at the size of the largest rendition.
    private func picture(_ page: PopplerPage) throws -> PictureRenditions {
        let longer = max(page.size.width, page.size.height)
        guard longer > 0, longer.isFinite else { throw Self.damaged }
        // Asks for one pixel less than the limit, because sides are rounded up.
        let drawn = try page.colours(scale: (Double(PictureRenditions.sides[0].side) - 0.5) / longer)
        return try PictureRenditions(
            try RasterPicture(width: drawn.width, height: drawn.height, samples: drawn.samples), isSubsampled: false)
    }

    // MARK: Text

    /// Returns the text layer, or else recognised text of the first pages; `nil` without either.
    private func text(
        _ document: PopplerDocument, _ budget: inout PageBudget?, _ output: AnalysisOutput
    ) throws -> String? {
        var pages: [String] = []
        var length = 0
        for page in 0..<document.pageCount where length < PortfolioLimits.text {
            try budget?.spend(page: page, of: Self.name)
            let text = try document.page(page).text
            if Self.isReadable(text) { pages.append(text) }
            length += text.unicodeScalars.count
            try output.progressed()
        }
        if pages.isEmpty {
            let recognisers = RecogniserPool()
            defer { recognisers.end() }
            for page in 0..<min(document.pageCount, Self.recognisedPages) {
                let words = try Self.recognised(try document.page(page), number: page, recognisers)
                let text = Self.lines(of: words)
                if !text.isEmpty { pages.append(text) }
                try output.progressed()
            }
        }
        let whole = pages.joined(separator: "\n\n").replacing("\r\n", with: "\n").replacing("\u{C}", with: "\n")
        let cut = String(
            String.UnicodeScalarView(
                whole.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t" }
            ).prefix(PortfolioLimits.text))
        return cut.allSatisfy(\.isWhitespace) ? nil : cut
    }

    /// Returns whether a text layer has mostly readable characters.
    private static func isReadable(_ text: String) -> Bool {
        let marks = text.unicodeScalars.filter { !$0.properties.isWhitespace }
        let unknown = marks.count {
            switch $0.properties.generalCategory {
            case .control, .unassigned, .surrogate, .privateUse: true
            default: $0.value == 0xFFFD
            }
        }
        return !marks.isEmpty && Double(unknown) < garbageShare * Double(marks.count)
    }

    private static func recognised(
        _ page: PopplerPage, number: Int, _ recognisers: RecogniserPool
    ) throws -> [Word] {
        let size = page.size
        let scale = min(recognitionResolution / 72, recognitionSide / max(size.width, size.height, 1))
        let whole = Region(x: 0, y: 0, width: size.width, height: size.height)
        let content = PageContent(
            page: number, size: size, image: try page.render(scale: scale), scale: scale, words: [], unread: [whole])
        do {
            return try PageReader(recognisers: recognisers).read(content).words
        } catch let error as RecogniserError where error.code == .languageMissing {
            // Without the language data, the PDF is still a document with pages.
            return []
        } catch let error as RecogniserError {
            throw Failure(notStarting: error)
                ?? Failure(
                    .internalError, "The text of a page cannot be recognised.", underlying: "\(error)")
        }
    }

    /// Joins words in reading order, with a line feed before each new line.
    private static func lines(of words: [Word]) -> String {
        var text = ""
        var last: Region?
        for word in words {
            if let last {
                let isSameLine =
                    word.region.left >= last.left && word.region.top < last.bottom
                    && word.region.bottom > last.top
                text += isSameLine ? " " : "\n"
            }
            text += word.text
            last = word.region
        }
        return text
    }
}
