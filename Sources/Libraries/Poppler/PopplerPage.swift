import CCairo
import CPoppler
package import Geometry
package import Foundation

/// A page with its size, image and text layer.
///
/// Coordinates are in points from the top-left corner of the displayed page, after CropBox, `/Rotate` and UserUnit.
package final class PopplerPage {
    private let pointer: OpaquePointer
    private let document: PopplerDocument
    private let userUnit: Double

    init(_ pointer: OpaquePointer, of document: PopplerDocument, userUnit: Double) {
        self.pointer = pointer
        self.document = document
        self.userUnit = userUnit
    }

    deinit { formwright_poppler_unref(UnsafeMutableRawPointer(pointer)) }

    package var size: PageSize {
        var width = 0.0
        var height = 0.0
        formwright_poppler_page_get_size(pointer, &width, &height)
        return PageSize(width: width * userUnit, height: height * userUnit)
    }

    /// Draws the page with its annotations on white, in gray (`poppler_page_render`).
    ///
    /// `scale` is in pixels per point (dpi / 72). Thin coloured marks are as dark as their darkest channel.
    package func render(scale: Double) throws(PopplerError) -> GrayImage {
        let surface = try surface(scale: scale)
        defer { cairo_surface_destroy(surface) }
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        guard let data = cairo_image_surface_get_data(surface) else {
            throw PopplerError(code: .outOfMemory, detail: "a picture of \(width) x \(height) pixels")
        }
        return GrayConversion(
            data, width: width, height: height, stride: Int(cairo_image_surface_get_stride(surface))
        ).image()
    }

    /// Draws the page without its paper on a `cairo_t` (`poppler_page_render_for_printing`).
    ///
    /// One point is one unit. A PDF surface keeps lines and letters as vectors.
    package func draw(on context: OpaquePointer) {
        if userUnit != 1 { cairo_scale(context, userUnit, userUnit) }
        formwright_poppler_page_render_for_printing(pointer, context)
    }

    /// Draws the page in colour as a PNG file.
    package func png(scale: Double) throws(PopplerError) -> Data {
        let surface = try surface(scale: scale)
        defer { cairo_surface_destroy(surface) }
        let output = NSMutableData()
        let write: cairo_write_func_t = { closure, bytes, count in
            guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
            Unmanaged<NSMutableData>.fromOpaque(closure).takeUnretainedValue().append(bytes, length: Int(count))
            return CAIRO_STATUS_SUCCESS
        }
        guard
            cairo_surface_write_to_png_stream(surface, write, Unmanaged.passUnretained(output).toOpaque())
                == CAIRO_STATUS_SUCCESS
        else { throw PopplerError(code: .outOfMemory, detail: "a PNG could not be written") }
        return output as Data
    }

    /// Draws the page in colour on white, as rows of red, green and blue samples.
    package func colours(scale: Double) throws(PopplerError) -> (width: Int, height: Int, samples: [UInt8]) {
        let surface = try surface(scale: scale)
        defer { cairo_surface_destroy(surface) }
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        guard let data = cairo_image_surface_get_data(surface) else {
            throw PopplerError(code: .outOfMemory, detail: "a picture of \(width) x \(height) pixels")
        }
        let samples = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
            for y in 0..<height {
                UnsafeRawPointer(data + y * stride).withMemoryRebound(to: UInt32.self, capacity: width) { row in
                    for x in 0..<width {
                        let place = (y * width + x) * 3
                        buffer[place] = UInt8(truncatingIfNeeded: row[x] >> 16)
                        buffer[place + 1] = UInt8(truncatingIfNeeded: row[x] >> 8)
                        buffer[place + 2] = UInt8(truncatingIfNeeded: row[x])
                    }
                }
            }
            count = width * height * 3
        }
        return (width, height, samples)
    }

    /// The text layer in poppler's line layout (`poppler_page_get_text`).
    package var text: String {
        guard let text = formwright_poppler_page_get_text(pointer) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Requests large memory pages for the pixels (`madvise` with `MADV_HUGEPAGE`).
    ///
    /// Thousands of small ones take a fourteenth of the time of an inspected page. The kernel may ignore the request.
    private static func useLargePages(for surface: OpaquePointer) {
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let length = Int(cairo_image_surface_get_stride(surface)) * Int(cairo_image_surface_get_height(surface))
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let start = UnsafeMutableRawPointer(data).alignedUp(toMultipleOf: page)
        let unused = UnsafeMutableRawPointer(data).distance(to: start)
        if length > unused { madvise(start, (length - unused) / page * page, MADV_HUGEPAGE) }
    }

    /// Returns the page drawn on white, as a surface that the caller must destroy.
    private func surface(scale: Double) throws(PopplerError) -> OpaquePointer {
        let size = size
        let width = max(1, Int((size.width * scale).rounded(.up)))
        let height = max(1, Int((size.height * scale).rounded(.up)))
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            throw PopplerError(code: .outOfMemory, detail: "a picture of \(width) x \(height) pixels")
        }
        Self.useLargePages(for: surface)
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        cairo_scale(context, scale * userUnit, scale * userUnit)
        formwright_poppler_page_render(pointer, context)
        // Poppler does not report an incompletely drawn page.
        guard cairo_status(context) != CAIRO_STATUS_NO_MEMORY else {
            cairo_surface_destroy(surface)
            throw PopplerError(code: .outOfMemory, detail: "the page could not be drawn whole")
        }
        cairo_surface_flush(surface)
        return surface
    }

    /// The words of the text layer without their fonts; see ``drawnWords()``.
    package func words() -> [Word] { drawnWords().map(\.word) }

    /// A word of the text layer, and the font that draws it.
    package struct DrawnWord {
        package var word: Word
        /// The name of the font in the document; empty if unknown.
        package var font: String

        package init(_ word: Word, font: String) {
            self.word = word
            self.font = font
        }
    }

    /// The text layer's words in poppler's reading order (`poppler_page_get_text_layout`).
    package func drawnWords() -> [DrawnWord] {
        guard let text = formwright_poppler_page_get_text(pointer) else { return [] }
        defer { g_free(text) }
        var rectangles: UnsafeMutablePointer<PopplerRectangle>?
        var count: guint = 0
        guard formwright_poppler_page_get_text_layout(pointer, &rectangles, &count) != 0, let rectangles else {
            return []
        }
        defer { g_free(rectangles) }
        // Poppler puts direction marks without rectangles around right-to-left runs.
        let scalars = Array(String(cString: text).unicodeScalars).filter { !(0x202A...0x202E).contains($0.value) }
        let fonts = fonts(of: min(scalars.count, Int(count)))
        var words: [DrawnWord] = []
        var start: Int?
        for i in 0...fonts.count {
            let inWord = i < fonts.count && !scalars[i].properties.isWhitespace
            if let from = start, !inWord || isApart(rectangles[i - 1], rectangles[i], fontSize: fonts[i].size) {
                let word = word(from..<i, scalars: scalars, rectangles: rectangles, font: fonts[from])
                words.append(DrawnWord(word, font: fonts[from].name))
                start = nil
            }
            if inWord, start == nil { start = i }
        }
        return words
    }

    /// Returns whether two characters are too far apart for one word.
    ///
    /// Poppler's text has no white space between some words that are drawn far from each other.
    private func isApart(_ a: PopplerRectangle, _ b: PopplerRectangle, fontSize: Double) -> Bool {
        let across = max(a.x1, b.x1) - min(a.x2, b.x2)
        let down = max(a.y1, b.y1) - min(a.y2, b.y2)
        return max(across, down) * userUnit > max(fontSize, Self.leastJump)
    }

    /// Minimum distance in points between characters of different words.
    private static let leastJump = 6.0

    private struct Font {
        var name = ""
        var size = 0.0
        var isBold = false
    }

    private func fonts(of count: Int) -> [Font] {
        var fonts = [Font](repeating: Font(), count: count)
        guard let list = formwright_poppler_page_get_text_attributes(pointer) else { return fonts }
        defer { formwright_poppler_page_free_text_attributes(list) }
        var node: UnsafeMutablePointer<GList>? = list
        while let current = node {
            if let data = current.pointee.data {
                let run = data.assumingMemoryBound(to: PopplerTextAttributes.self).pointee
                let name = run.font_name.map { String(cString: $0) } ?? ""
                let style = name.lowercased()
                let font = Font(
                    name: name, size: run.font_size * userUnit,
                    isBold: style.contains("bold") || style.contains("black") || style.contains("heavy"))
                let from = max(0, Int(run.start_index))
                let through = min(count - 1, Int(run.end_index))
                if from <= through {
                    for i in from...through { fonts[i] = font }
                }
            }
            node = current.pointee.next
        }
        return fonts
    }

    private func word(
        _ range: Range<Int>, scalars: [Unicode.Scalar], rectangles: UnsafeMutablePointer<PopplerRectangle>,
        font: Font
    ) -> Word {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        let text = String(view)
        var characters: [Region] = []
        characters.reserveCapacity(text.count)
        var next = range.lowerBound
        for character in text {
            var region = region(rectangles[next])
            let scalarCount = character.unicodeScalars.count
            for i in next + 1..<max(next + 1, next + scalarCount) { region = region.union(self.region(rectangles[i])) }
            next += scalarCount
            characters.append(region)
        }
        let whole = characters.dropFirst().reduce(characters[0]) { $0.union($1) }
        return Word(
            text: text, region: whole, characters: characters,
            fontSize: font.size > 0 ? font.size : whole.height, isBold: font.isBold)
    }

    private func region(_ r: PopplerRectangle) -> Region {
        Region(
            left: r.x1 * userUnit, top: r.y1 * userUnit, right: r.x2 * userUnit, bottom: r.y2 * userUnit)
    }
}
