import CCairo
import CPango

/// A run of right-to-left text with its clusters from left to right.
///
/// With Pango's own drawing, cairo writes the glyphs of such a run in text order, each to the left of the previous one.
/// Most programs that extract text from PDFs expect them from left to right, as most other programs write them, and
/// take a step to the left as the end of a word.
struct RightToLeftRun {
    private var text: [CChar] = []
    private var glyphs: [cairo_glyph_t] = []
    private var clusters: [cairo_text_cluster_t] = []
    private let font: OpaquePointer

    /// Prepares a run to be drawn at a point, or returns `nil`.
    ///
    /// `nil` if it is not right-to-left, or contains missing characters, for which Pango draws boxes.
    init?(_ item: UnsafePointer<PangoGlyphItem>, of text: UnsafePointer<CChar>, x: Double, y: Double) {
        guard let run = item.pointee.item?.pointee, run.analysis.level % 2 == 1,
            let string = item.pointee.glyphs?.pointee, let infos = string.glyphs, let offsets = string.log_clusters,
            let font = pango_cairo_font_get_scaled_font(OpaquePointer(run.analysis.font))
        else { return nil }
        self.font = font
        let scale = Double(PANGO_SCALE)
        let count = Int(string.num_glyphs)
        var x = x
        var index = 0
        // The position in the run where the text of the cluster to the left begins.
        var end = Int(run.length)
        while index < count {
            let start = Int(offsets[index])
            var glyphCount: Int32 = 0
            while index < count, Int(offsets[index]) == start {
                let info = infos[index]
                guard info.glyph & Self.unknownGlyph == 0 else { return nil }
                if info.glyph != Self.emptyGlyph {
                    glyphs.append(
                        cairo_glyph_t(
                            index: UInt(info.glyph), x: x + Double(info.geometry.x_offset) / scale,
                            y: y + Double(info.geometry.y_offset) / scale))
                    glyphCount += 1
                }
                x += Double(info.geometry.width) / scale
                index += 1
            }
            let bytes = UnsafeBufferPointer(start: text + Int(run.offset) + start, count: max(0, end - start))
            self.text += bytes
            clusters.append(cairo_text_cluster_t(num_bytes: Int32(bytes.count), num_glyphs: glyphCount))
            end = start
        }
    }

    /// Draws the run (`cairo_show_text_glyphs`).
    func draw(on context: OpaquePointer) {
        cairo_set_scaled_font(context, font)
        cairo_show_text_glyphs(
            context, text, Int32(text.count), glyphs, Int32(glyphs.count), clusters, Int32(clusters.count),
            cairo_text_cluster_flags_t(0))
    }

    /// `PANGO_GLYPH_EMPTY`, a macro with a cast, which Swift does not import.
    static let emptyGlyph: UInt32 = 0x0FFF_FFFF
    /// `PANGO_GLYPH_UNKNOWN_FLAG`, another such macro.
    private static let unknownGlyph: UInt32 = 0x1000_0000
}
