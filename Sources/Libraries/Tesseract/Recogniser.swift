import CLeptonica
import CTesseract
package import Geometry

/// The failure of text recognition.
package struct RecogniserError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Tesseract is not installed.
        case libraryMissing
        /// The data file of the language is not installed.
        case languageMissing
        case failed
    }

    package var code: Code
    package var detail: String

    /// Creates an error with a message of Tesseract or this module.
    package init(code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    package var description: String { "tesseract: \(code.rawValue): \(detail)" }
}

/// A tesseract engine (`TessBaseAPI`).
///
/// It is costly to create and cheap to keep. Instances must be used by one thread at a time.
package final class Recogniser {
    private let handle: OpaquePointer

    /// Creates an engine for languages, joined by `+`, such as `eng` or `deu+fra`.
    package init(language: String = "eng") throws(RecogniserError) {
        guard formwright_has_tesseract() != 0 else {
            throw RecogniserError(
                code: .libraryMissing, detail: "Tesseract is not installed: the package libtesseract5")
        }
        guard let handle = formwright_TessBaseAPICreate() else {
            throw RecogniserError(code: .failed, detail: "no engine could be made")
        }
        // Otherwise tesseract prints warnings about single lines to standard error.
        formwright_TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        guard formwright_TessBaseAPIInit2(handle, nil, language, OEM_LSTM_ONLY) == 0 else {
            formwright_TessBaseAPIDelete(handle)
            throw RecogniserError(
                code: .languageMissing,
                detail: "no data for \(language); install the package tesseract-ocr-\(language)")
        }
        self.handle = handle
    }

    deinit {
        formwright_TessBaseAPIEnd(handle)
        formwright_TessBaseAPIDelete(handle)
    }

    /// The arrangement of the text in a picture.
    package enum Layout: Sendable {
        /// Anything, as on a page.
        case page
        /// One paragraph.
        case block
        /// One line.
        case line
        /// One character.
        case character

        fileprivate var mode: TessPageSegMode {
            switch self {
            case .page: PSM_AUTO
            case .block: PSM_SINGLE_BLOCK
            case .line: PSM_SINGLE_LINE
            case .character: PSM_SINGLE_CHAR
            }
        }
    }

    /// Recognises text in an image or a part of it, in reading order.
    ///
    /// Regions are in *pixels* of the whole image. `image` has dark text on a light background, `resolution` is in
    /// pixels per inch, and `area` is in pixels of `image`; `nil` means the whole image.
    package func words(
        in image: GrayImage, resolution: Int, area: Region? = nil, layout: Layout = .page
    ) throws(RecogniserError) -> [Word] {
        var (left, top, right, bottom) = (0, 0, image.width, image.height)
        if let area {
            (left, top) = (max(0, Int(area.left)), max(0, Int(area.top)))
            (right, bottom) = (min(right, Int(area.right)), min(bottom, Int(area.bottom)))
        }
        guard left < right, top < bottom else { return [] }
        formwright_one_omp_thread()
        formwright_TessBaseAPISetPageSegMode(handle, layout.mode)
        image.pixels.withUnsafeBufferPointer { pixels in
            // Tesseract copies the pixels before it returns; `SetRectangle` would take the whole image.
            formwright_TessBaseAPISetImage(
                handle, pixels.baseAddress.map { $0 + top * image.width + left }, Int32(right - left),
                Int32(bottom - top), 1, Int32(image.width))
        }
        formwright_TessBaseAPISetSourceResolution(handle, Int32(resolution))
        defer { formwright_TessBaseAPIClear(handle) }
        guard formwright_TessBaseAPIRecognize(handle, nil) == 0 else {
            throw RecogniserError(code: .failed, detail: "the picture could not be read")
        }
        guard let results = formwright_TessBaseAPIGetIterator(handle) else { return [] }
        defer { formwright_TessResultIteratorDelete(results) }
        return Self.collect(results, resolution: resolution, left: left, top: top)
    }

    private static func collect(_ results: OpaquePointer, resolution: Int, left: Int, top: Int) -> [Word] {
        // The page iterator is the same object, cast to its base class.
        guard let page = formwright_TessResultIteratorGetPageIterator(results) else { return [] }
        var words: [Word] = []
        var current: (characters: [(String, Region)], confidence: Double, size: Double) = ([], 0, 0)
        func finish() {
            guard let first = current.characters.first else { return }
            // A symbol may consist of several characters (a ligature), each of which gets the symbol's region.
            let expanded = current.characters.flatMap { text, region in text.map { ($0, region) } }
            words.append(
                Word(
                    text: String(expanded.map(\.0)),
                    region: current.characters.dropFirst().reduce(first.1) { $0.union($1.1) },
                    characters: expanded.map(\.1), fontSize: current.size, confidence: current.confidence))
            current = ([], 0, 0)
        }
        repeat {
            if formwright_TessPageIteratorIsAtBeginningOf(page, RIL_WORD) != 0 {
                finish()
                current.confidence = Double(formwright_TessResultIteratorConfidence(results, RIL_WORD)) / 100
                current.size = pointSize(results, page, resolution: resolution)
            }
            guard let text = formwright_TessResultIteratorGetUTF8Text(results, RIL_SYMBOL) else { continue }
            defer { formwright_TessDeleteText(text) }
            if var region = box(page, RIL_SYMBOL) {
                region.x += Double(left)
                region.y += Double(top)
                current.characters.append((String(cString: text), region))
            }
        } while formwright_TessResultIteratorNext(results, RIL_SYMBOL) != 0
        finish()
        return words.filter { !$0.text.allSatisfy(\.isWhitespace) }
    }

    private static func box(_ page: OpaquePointer, _ level: TessPageIteratorLevel) -> Region? {
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard formwright_TessPageIteratorBoundingBox(page, level, &left, &top, &right, &bottom) != 0 else { return nil }
        return Region(
            left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom))
    }

    private static func pointSize(_ results: OpaquePointer, _ page: OpaquePointer, resolution: Int) -> Double {
        var flags = [Int32](repeating: 0, count: 6)
        var points: Int32 = 0
        var font: Int32 = 0
        _ = flags.withUnsafeMutableBufferPointer { f in
            formwright_TessResultIteratorWordFontAttributes(
                results, f.baseAddress, f.baseAddress.map { $0 + 1 }, f.baseAddress.map { $0 + 2 },
                f.baseAddress.map { $0 + 3 }, f.baseAddress.map { $0 + 4 }, f.baseAddress.map { $0 + 5 },
                &points, &font)
        }
        if points > 0 { return Double(points) }
        return (box(page, RIL_TEXTLINE)?.height ?? 0) * 72 / Double(max(1, resolution))
    }
}
