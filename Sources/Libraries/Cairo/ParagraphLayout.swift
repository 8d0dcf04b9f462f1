import CCairo
import CPango
package import Geometry

/// A styled text shaped and broken by Pango into lines, to be drawn separately.
///
/// Sizes are in points. Not thread-safe: a layout belongs to the thread of its context.
package final class ParagraphLayout {
    let pointer: OpaquePointer
    package let direction: TextDirection
    package let lines: [Line]
    /// Parts of divided runs, which Pango does not own.
    private let parts: [LineBreaker.Run]
    /// Whether some characters are drawn as boxes, in a font that Pango finds while drawing.
    private let hasMissingGlyphs: Bool

    /// A line of the layout.
    package struct Line {
        /// The runs in drawing order.
        fileprivate var runs: [LineBreaker.Run]
        /// The distance from the top of the line to its baseline.
        package var ascent: Double
        /// The distance from the baseline to the bottom of the line.
        package var descent: Double
        package var width: Double
        /// Whether the line begins the text or follows a line feed.
        package var startsParagraph: Bool
        /// The start of the line in the text, in bytes of UTF-8.
        package var start: Int
    }

    /// Lays out a text, broken at `width` or only at line feeds.
    ///
    /// A width of `nil` breaks lines only at line feeds. At `boundaries`, offsets in bytes of UTF-8, glyphs on both
    /// sides stay separate, so that each side can be drawn alone. `firstLineIndent` shortens the first line, or all
    /// others if it is negative.
    package init(
        _ text: StyledText, in context: TextContext, width: Double?, firstLineIndent: Double = 0,
        isJustified: Bool = false, boundaries: [Int] = []
    ) {
        direction = context.direction
        (pointer, lines, parts) = FontFiles.withLock {
            let laidOut = Self.layOut(
                text, in: context, width: width, firstLineIndent: firstLineIndent, isJustified: isJustified,
                boundaries: boundaries)
            FontFiles.keepOpen(fontsOf: laidOut.pointer)
            return laidOut
        }
        hasMissingGlyphs = pango_layout_get_unknown_glyphs_count(pointer) > 0
    }

    private static func layOut(
        _ text: StyledText, in context: TextContext, width: Double?, firstLineIndent: Double, isJustified: Bool,
        boundaries: [Int]
    ) -> (pointer: OpaquePointer, lines: [Line], parts: [LineBreaker.Run]) {
        let pointer: OpaquePointer = pango_layout_new(context.pointer)
        var string = text.text
        let canDivide = string.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                pango_layout_set_text(pointer, $0.baseAddress, Int32(clamping: $0.count))
            }
            return context.direction == .leftToRight && LineBreaker.canDivide(bytes)
        }
        pango_layout_set_auto_dir(pointer, 0)
        setStyles(of: text, boundaries: boundaries, on: pointer)
        guard let width else { return (pointer, lines(of: pointer), []) }
        let units = Int32((max(1, width) * Double(PANGO_SCALE)).rounded(.down))
        let indent = Int32((firstLineIndent * Double(PANGO_SCALE)).rounded())
        let divided =
            canDivide ? dividedLines(of: pointer, width: units, indent: indent, isJustified: isJustified) : nil
        if let divided { return (pointer, divided.lines, divided.parts) }
        // Soft hyphens would otherwise not be shown either.
        if !text.text.unicodeScalars.contains("\u{AD}") { forbidHyphens(on: pointer) }
        pango_layout_set_wrap(pointer, TextLayout.hasEndlessWord(pointer) ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
        pango_layout_set_width(pointer, units)
        pango_layout_set_indent(pointer, indent)
        if isJustified { pango_layout_set_justify(pointer, 1) }
        return (pointer, lines(of: pointer), [])
    }

    deinit {
        for part in parts { pango_glyph_item_free(part) }
        formwright_pango_unref(UnsafeMutableRawPointer(pointer))
    }

    /// Keeps Pango from adding hyphens, which are not in the text, to broken words.
    private static func forbidHyphens(on pointer: OpaquePointer) {
        // Pango detects a change only by a new list.
        let attributes = pango_attr_list_copy(pango_layout_get_attributes(pointer))
        defer { pango_attr_list_unref(attributes) }
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        pango_layout_set_attributes(pointer, attributes)
    }

    private static func setStyles(of text: StyledText, boundaries: [Int], on pointer: OpaquePointer?) {
        // Most paragraphs have a single style, for which attributes would only cost time.
        text.font.withDescription { pango_layout_set_font_description(pointer, $0) }
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
            attribute?.pointee.start_index = guint(clamping: range.lowerBound)
            attribute?.pointee.end_index = guint(clamping: range.upperBound)
            pango_attr_list_insert(attributes, attribute)
        }
        for stretch in text.stretches {
            if stretch.font != text.font {
                stretch.font.withDescription { insert(pango_attr_font_desc_new($0), stretch.range) }
            }
            if !stretch.font.hasLigatures {
                insert(pango_attr_font_features_new("liga 0, clig 0"), stretch.range)
            }
            if let object = stretch.object { insert(Self.shape(of: object), stretch.range) }
            if stretch.rise != 0 {
                insert(pango_attr_rise_new(Int32(stretch.rise * Double(PANGO_SCALE))), stretch.range)
            }
            if let language = stretch.language {
                insert(pango_attr_language_new(pango_language_from_string(language)), stretch.range)
            }
        }
        // An attribute without effect except to end runs of glyphs. It applies between every second pair of boundaries.
        for place in stride(from: 0, to: boundaries.count, by: 2) {
            let end = place + 1 < boundaries.count ? boundaries[place + 1] : text.text.utf8.count
            insert(pango_attr_foreground_alpha_new(.max), boundaries[place]..<end)
        }
        pango_layout_set_attributes(pointer, attributes)
    }

    /// Returns an attribute that reserves space for an object on the baseline.
    private static func shape(of object: PageSize) -> UnsafeMutablePointer<PangoAttribute>? {
        let scale = Double(PANGO_SCALE)
        let height = Int32((object.height * scale).rounded(.up))
        var box = PangoRectangle(x: 0, y: -height, width: Int32((object.width * scale).rounded(.down)), height: height)
        return pango_attr_shape_new(&box, &box)
    }

    // MARK: Lines

    private static func lines(of pointer: OpaquePointer) -> [Line] {
        pangoLines(of: pointer).map { line in
            var box = PangoRectangle()
            pango_layout_line_get_extents(line, nil, &box)
            return Line(
                runs: runs(of: line), box: box, startsParagraph: line.pointee.is_paragraph_start != 0,
                start: Int(line.pointee.start_index))
        }
    }

    /// Returns the lines of an unwrapped layout, divided to fit a width, or `nil`.
    ///
    /// `nil` if Pango must break them.
    private static func dividedLines(
        of pointer: OpaquePointer, width: Int32, indent: Int32, isJustified: Bool
    ) -> (lines: [Line], parts: [LineBreaker.Run])? {
        let whole = lines(of: pointer)
        func limit(startsParagraph: Bool) -> Int32 {
            max(0, width - (startsParagraph ? max(0, indent) : max(0, -indent)))
        }
        let scale = Double(PANGO_SCALE)
        if whole.allSatisfy({ $0.width * scale <= Double(limit(startsParagraph: $0.startsParagraph)) }) {
            return (whole, [])
        }
        guard let breaker = LineBreaker(pointer) else { return nil }
        var ends: [[Int]] = []
        var place = 0
        var character = 0
        for (line, source) in zip(whole, pangoLines(of: pointer)) {
            let start = Int(source.pointee.start_index)
            character += breaker.characters(in: place..<start)
            place = start
            guard
                let found = breaker.ends(
                    of: line.runs, from: start, character: character,
                    width: (limit(startsParagraph: line.startsParagraph), limit(startsParagraph: false)))
            else { return nil }
            ends.append(found)
        }
        var parts: [LineBreaker.Run] = []
        let lines = zip(whole, ends).flatMap { line, ends in
            if ends.isEmpty { return [line] }
            let divided = breaker.lines(
                of: line.runs, ending: ends, startsParagraph: line.startsParagraph, parts: &parts)
            if isJustified {
                for line in divided.dropLast() {
                    breaker.justify(line.runs, to: limit(startsParagraph: line.startsParagraph))
                }
            }
            return divided.map { line in
                Line(
                    runs: line.runs, box: box(of: line.runs), startsParagraph: line.startsParagraph,
                    start: Int(line.runs.first?.pointee.item?.pointee.offset ?? 0))
            }
        }
        return (lines, parts)
    }

    private static func pangoLines(of pointer: OpaquePointer) -> [UnsafeMutablePointer<PangoLayoutLine>] {
        var lines: [UnsafeMutablePointer<PangoLayoutLine>] = []
        lines.reserveCapacity(Int(pango_layout_get_line_count(pointer)))
        var place = pango_layout_get_lines_readonly(pointer)
        while let node = place {
            if let line = node.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) { lines.append(line) }
            place = node.pointee.next
        }
        return lines
    }

    private static func runs(of line: UnsafePointer<PangoLayoutLine>) -> [LineBreaker.Run] {
        var runs: [LineBreaker.Run] = []
        var place = line.pointee.runs
        while let node = place {
            if let run = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) { runs.append(run) }
            place = node.pointee.next
        }
        return runs
    }

    /// Returns the logical box of a line relative to its origin, like Pango.
    ///
    /// See `pango_layout_line_get_extents`.
    private static func box(of runs: [LineBreaker.Run]) -> PangoRectangle {
        var box = PangoRectangle()
        for run in runs {
            guard let item = run.pointee.item?.pointee else { continue }
            var part = PangoRectangle()
            pango_glyph_string_extents(run.pointee.glyphs, item.analysis.font, nil, &part)
            part.y -= run.pointee.y_offset
            let foot = max(box.y + box.height, part.y + part.height)
            box.y = min(box.y, part.y)
            box.height = foot - box.y
            box.width += part.width
        }
        return box
    }

    /// A run of glyphs in one font and direction.
    package struct Run {
        fileprivate let item: LineBreaker.Run
        /// The range in the text, in bytes of UTF-8.
        package var range: Range<Int>
        /// The distance from the left edge of the line.
        package var x: Double
        package var width: Double
        /// The rise above the baseline.
        package var rise: Double
    }

    /// Returns the runs of a line in text order, valid while the layout exists.
    package func runs(ofLine index: Int) -> [Run] {
        let scale = Double(PANGO_SCALE)
        var runs: [Run] = []
        var x = 0
        for item in lines[index].runs {
            guard let text = item.pointee.item?.pointee else { continue }
            restoreSpaces(in: item)
            let width = Int(pango_glyph_string_get_width(item.pointee.glyphs))
            runs.append(
                Run(
                    item: item, range: Int(text.offset)..<Int(text.offset + text.length),
                    x: Double(x + Int(item.pointee.start_x_offset)) / scale, width: Double(width) / scale,
                    rise: Double(item.pointee.y_offset) / scale))
            x += width
        }
        if runs.count > 1 { runs.sort { $0.range.lowerBound < $1.range.lowerBound } }
        return runs
    }

    /// Restores the glyph of a space at a line break, without a width.
    ///
    /// Pango leaves it out. cairo then writes it as a replacement text within the marked content, after which some
    /// readers lose the rest of the paragraph.
    private func restoreSpaces(in item: UnsafeMutablePointer<PangoGlyphItem>) {
        guard let glyphs = item.pointee.glyphs?.pointee, let infos = glyphs.glyphs, let clusters = glyphs.log_clusters,
            let run = item.pointee.item?.pointee, let text = pango_layout_get_text(pointer)
        else { return }
        let last = Int(glyphs.num_glyphs) - 1
        for place in last > 0 ? [0, last] : [last] where place >= 0 && infos[place].glyph == Self.emptyGlyph {
            guard text[Int(run.offset + clusters[place])] == CChar(0x20) else { continue }
            var space: hb_codepoint_t = 0
            guard hb_font_get_nominal_glyph(pango_font_get_hb_font(run.analysis.font), 0x20, &space) != 0 else {
                continue
            }
            infos[place].glyph = space
        }
    }

    /// `PANGO_GLYPH_EMPTY`, a macro with a cast, which Swift does not import.
    private static let emptyGlyph: UInt32 = 0x0FFF_FFFF

    /// Returns the offset and thickness of an underline.
    ///
    /// The offset is the downward distance from the baseline to the middle of the line.
    ///
    /// Both come from `PangoFontMetrics`.
    package func underline(of run: Run) -> (offset: Double, thickness: Double) {
        decoration(of: run) {
            (pango_font_metrics_get_underline_position($0), pango_font_metrics_get_underline_thickness($0))
        }
    }

    /// Returns the offset and thickness of a strikethrough.
    ///
    /// The offset is the downward distance from the baseline to the middle of the line.
    ///
    /// Both come from `PangoFontMetrics`.
    package func strikethrough(of run: Run) -> (offset: Double, thickness: Double) {
        decoration(of: run) {
            (pango_font_metrics_get_strikethrough_position($0), pango_font_metrics_get_strikethrough_thickness($0))
        }
    }

    private func decoration(
        of run: Run, _ read: (UnsafeMutablePointer<PangoFontMetrics>?) -> (position: Int32, thickness: Int32)
    ) -> (offset: Double, thickness: Double) {
        guard let analysis = run.item.pointee.item?.pointee.analysis else { return (0, 0) }
        let (position, thickness) = FontFiles.withLock {
            // This makes Pango lay out a sample text.
            let metrics = pango_font_get_metrics(analysis.font, analysis.language)
            defer { pango_font_metrics_unref(metrics) }
            return read(metrics)
        }
        let scale = Double(PANGO_SCALE)
        // Pango gives the upper edge, with y pointing up.
        return (-Double(position) / scale + Double(thickness) / scale / 2, Double(thickness) / scale)
    }

    /// The characters without a glyph in any installed font, with repetitions.
    package var missingGlyphs: [Unicode.Scalar] { TextLayout.missingGlyphs(in: pointer) }

    /// Returns whether a run has colour glyphs, such as emoji.
    package func isColored(_ run: Run) -> Bool {
        guard let font = run.item.pointee.item?.pointee.analysis.font else { return false }
        let face = hb_font_get_face(pango_font_get_hb_font(font))
        return hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0
    }

    /// Returns a run as a picture, and its region relative to the baseline's start.
    ///
    /// Cairo would draw colour glyphs into a PDF as pictures with one pixel per point.
    ///
    /// - Returns: `nil` for a run without ink.
    package func picture(of run: Run, pixelsPerInch: Double) -> (picture: Picture, place: Region)? {
        guard let item = run.item.pointee.item?.pointee, let font = item.analysis.font,
            let glyphs = run.item.pointee.glyphs
        else { return nil }
        var ink = PangoRectangle()
        pango_glyph_string_extents(glyphs, font, &ink, nil)
        let units = Double(PANGO_SCALE)
        let place = Region(
            x: (Double(ink.x) / units).rounded(.down), y: (Double(ink.y) / units).rounded(.down),
            width: (Double(ink.width) / units).rounded(.up) + 1, height: (Double(ink.height) / units).rounded(.up) + 1)
        guard ink.width > 0, ink.height > 0, place.width * place.height < Self.largestPicture else { return nil }
        let scale = pixelsPerInch / 72
        let (width, height) = (Int((place.width * scale).rounded(.up)), Int((place.height * scale).rounded(.up)))
        let picture = try? Picture(width: width, height: height) { context in
            cairo_scale(context, Double(width) / place.width, Double(height) / place.height)
            cairo_translate(context, -place.x, -place.y)
            cairo_move_to(context, 0, 0)
            FontFiles.withLock(if: hasMissingGlyphs) { pango_cairo_show_glyph_string(context, font, glyphs) }
        }
        return picture.map { ($0, place) }
    }

    /// The maximum area of a run as a picture, in square points.
    ///
    /// A line of a page is smaller.
    private static let largestPicture = 200_000.0

    fileprivate func draw(_ run: Run, on context: OpaquePointer, x: Double, y: Double) {
        guard let text = pango_layout_get_text(pointer) else { return }
        if let run = RightToLeftRun(run.item, of: text, x: x, y: y) { return run.draw(on: context) }
        cairo_move_to(context, x, y)
        FontFiles.withLock(if: hasMissingGlyphs) { pango_cairo_show_glyph_item(context, text, run.item) }
    }
}

extension ParagraphLayout.Line {
    /// Creates a line from a box in Pango's units, relative to its baseline's start.
    fileprivate init(runs: [LineBreaker.Run], box: PangoRectangle, startsParagraph: Bool, start: Int) {
        let scale = Double(PANGO_SCALE)
        self.init(
            runs: runs, ascent: Double(-box.y) / scale, descent: Double(box.height + box.y) / scale,
            width: Double(box.width) / scale, startsParagraph: startsParagraph, start: start)
    }
}

extension DrawingContext {
    /// Draws a run of glyphs in the current colour, relative to its line's start.
    ///
    /// The point is the left end of the line's baseline.
    package func draw(_ run: ParagraphLayout.Run, of layout: ParagraphLayout, x: Double, baseline: Double) {
        layout.draw(run, on: pointer, x: x + run.x, y: baseline - run.rise)
    }
}
