import CCairo
import CPango
package import Geometry

/// A drawing target (`cairo_t`).
///
/// As in cairo, errors stay in the context, and are thrown when the surface is finished.
package final class DrawingContext {
    let pointer: OpaquePointer

    init(on surface: OpaquePointer) {
        pointer = cairo_create(surface)
    }

    deinit { cairo_destroy(pointer) }

    var status: cairo_status_t { cairo_status(pointer) }

    /// Runs `body`, then restores the graphics state.
    package func saved(_ body: () -> Void) {
        cairo_save(pointer)
        body()
        cairo_restore(pointer)
    }

    package func translate(x: Double, y: Double) { cairo_translate(pointer, x, y) }
    package func scale(x: Double, y: Double) { cairo_scale(pointer, x, y) }

    /// Rotates subsequent drawing clockwise about a point.
    package func rotate(degrees: Double, aroundX x: Double, y: Double) {
        translate(x: x, y: y)
        cairo_rotate(pointer, degrees * .pi / 180)
        translate(x: -x, y: -y)
    }

    /// Multiplies the transformation by a matrix in cairo's order.
    ///
    /// The matrix stands for x' = xx x + xy y + x0, y' = yx x + yy y + y0.
    package func transform(xx: Double, yx: Double, xy: Double, yy: Double, x0: Double, y0: Double) {
        var matrix = cairo_matrix_t(xx: xx, yx: yx, xy: xy, yy: yy, x0: x0, y0: y0)
        cairo_transform(pointer, &matrix)
    }

    /// Sets the colour with components from 0 to 1.
    package func setColor(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        cairo_set_source_rgba(pointer, red, green, blue, alpha)
    }

    /// Makes subsequent drawing multiply the colours below, like ink.
    ///
    /// The effect ends when the state is restored.
    package func multiplies() { cairo_set_operator(pointer, CAIRO_OPERATOR_MULTIPLY) }

    package func setLineWidth(_ points: Double) { cairo_set_line_width(pointer, points) }

    package func fill(_ region: Region) {
        cairo_rectangle(pointer, region.x, region.y, region.width, region.height)
        cairo_fill(pointer)
    }

    package func stroke(_ region: Region) {
        cairo_rectangle(pointer, region.x, region.y, region.width, region.height)
        cairo_stroke(pointer)
    }

    /// Fills or strokes an ellipse within the region.
    package func ellipse(in region: Region, filled: Bool) {
        saved {
            translate(x: region.midX, y: region.midY)
            scale(x: max(region.width, 0.01) / 2, y: max(region.height, 0.01) / 2)
            cairo_new_sub_path(pointer)
            cairo_arc(pointer, 0, 0, 1, 0, 2 * .pi)
        }
        if filled { cairo_fill(pointer) } else { cairo_stroke(pointer) }
    }

    /// Draws a line through points with round caps and joins.
    package func polyline(_ points: [(x: Double, y: Double)]) {
        guard let first = points.first else { return }
        cairo_set_line_cap(pointer, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(pointer, CAIRO_LINE_JOIN_ROUND)
        cairo_move_to(pointer, first.x, first.y)
        for point in points.dropFirst() { cairo_line_to(pointer, point.x, point.y) }
        cairo_stroke(pointer)
    }

    // MARK: Paths

    /// Clears the path, to which drawn text adds its starting point.
    package func beginPath() { cairo_new_path(pointer) }

    package func move(x: Double, y: Double) { cairo_move_to(pointer, x, y) }
    package func line(x: Double, y: Double) { cairo_line_to(pointer, x, y) }

    /// Appends a Bézier curve with two control points.
    package func curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double) {
        cairo_curve_to(pointer, x1, y1, x2, y2, x, y)
    }

    package func closePath() { cairo_close_path(pointer) }

    package func rectangle(_ region: Region) {
        cairo_rectangle(pointer, region.x, region.y, region.width, region.height)
    }

    /// Appends a clockwise arc between two angles in radians from the positive x axis.
    package func arc(x: Double, y: Double, radius: Double, from start: Double, to end: Double) {
        cairo_arc(pointer, x, y, radius, start, end)
    }

    /// Clips drawing to a region until the state is restored.
    package func clip(to region: Region) {
        beginPath()
        rectangle(region)
        cairo_clip(pointer)
    }

    /// Fills and clears the path.
    package func fillPath() { cairo_fill(pointer) }

    /// Strokes the path with butt caps and clears it.
    ///
    /// `dashes` are alternating lengths of strokes and gaps.
    package func strokePath(width: Double, dashes: [Double] = []) {
        cairo_set_line_cap(pointer, CAIRO_LINE_CAP_BUTT)
        cairo_set_line_join(pointer, CAIRO_LINE_JOIN_MITER)
        cairo_set_line_width(pointer, width)
        cairo_set_dash(pointer, dashes, Int32(dashes.count), 0)
        cairo_stroke(pointer)
        cairo_set_dash(pointer, nil, 0, 0)
    }

    // MARK: Marked content

    /// Begins a marked-content sequence (`cairo_tag_begin`).
    ///
    /// Its identifier on the page is the number of preceding sequences. Sequences must not be nested or cross pages.
    package func beginMarkedContent() { cairo_tag_begin(pointer, Self.markName, nil) }

    package func endMarkedContent() { cairo_tag_end(pointer, Self.markName) }

    /// A structure type that cairo does not treat specially.
    private static let markName = "Span"

    /// Calls a function with the `cairo_t`, then restores the graphics state.
    ///
    /// This allows drawing by other libraries that use cairo. The pointer is valid only during the call.
    package func withForeignDrawing(_ draw: (OpaquePointer) -> Void) { saved { draw(pointer) } }

    // MARK: Text and images

    /// Draws text with the top-left corner of its layout box at a point (`pango_cairo_show_layout`).
    package func draw(_ layout: TextLayout, x: Double, y: Double) {
        cairo_move_to(pointer, x, y)
        FontFiles.withLock(if: layout.opensFontsWhileDrawn) { pango_cairo_show_layout(pointer, layout.pointer) }
    }

    /// Draws an image scaled to fill a region, rotated upright according to its orientation.
    package func draw(_ picture: Picture, in region: Region, orientation: PictureOrientation = .upright) {
        guard picture.width > 0, picture.height > 0 else { return }
        let (width, height) = (region.width, region.height)
        saved {
            translate(x: region.x, y: region.y)
            // Each transformation maps the unit square of the stored image to the region.
            switch orientation {
            case .upright: scale(x: width, y: height)
            case .mirrored: transform(xx: -width, yx: 0, xy: 0, yy: height, x0: width, y0: 0)
            case .turned180: transform(xx: -width, yx: 0, xy: 0, yy: -height, x0: width, y0: height)
            case .mirroredTurned180: transform(xx: width, yx: 0, xy: 0, yy: -height, x0: 0, y0: height)
            case .mirroredTurned270: transform(xx: 0, yx: height, xy: width, yy: 0, x0: 0, y0: 0)
            case .turned90: transform(xx: 0, yx: height, xy: -width, yy: 0, x0: width, y0: 0)
            case .mirroredTurned90: transform(xx: 0, yx: -height, xy: -width, yy: 0, x0: width, y0: height)
            case .turned270: transform(xx: 0, yx: -height, xy: width, yy: 0, x0: 0, y0: height)
            }
            scale(x: 1 / Double(picture.width), y: 1 / Double(picture.height))
            cairo_set_source_surface(pointer, picture.surface, 0, 0)
            // Not cairo_paint: as a page's first drawing, it discards the marked content begun before it.
            cairo_rectangle(pointer, 0, 0, Double(picture.width), Double(picture.height))
            if coversAll(width: Double(picture.width), height: Double(picture.height)) {
                // A second, empty subpath keeps cairo from treating the fill as a paint.
                cairo_move_to(pointer, 0, 0)
                cairo_line_to(pointer, 0, 0)
            }
            cairo_fill(pointer)
        }
    }

    /// Returns whether a rectangle from the origin covers the whole drawing area.
    private func coversAll(width: Double, height: Double) -> Bool {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_clip_extents(pointer, &left, &top, &right, &bottom)
        let tolerance = 0.5
        return left >= -tolerance && top >= -tolerance && right <= width + tolerance && bottom <= height + tolerance
    }
}
