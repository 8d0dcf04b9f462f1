import CCairo
import CPango
package import FormModel

/// What is drawn on (`cairo_t`). Errors stay in the context and are thrown when the surface is finished, as cairo does.
package final class DrawingContext {
    let pointer: OpaquePointer

    init(on surface: OpaquePointer) {
        pointer = cairo_create(surface)
    }

    deinit { cairo_destroy(pointer) }

    var status: cairo_status_t { cairo_status(pointer) }

    /// Runs `body` and brings the graphics state back to what it was.
    package func saved(_ body: () -> Void) {
        cairo_save(pointer)
        body()
        cairo_restore(pointer)
    }

    package func translate(x: Double, y: Double) { cairo_translate(pointer, x, y) }
    package func scale(x: Double, y: Double) { cairo_scale(pointer, x, y) }

    /// Turns what is drawn next clockwise about a point.
    package func rotate(degrees: Double, aroundX x: Double, y: Double) {
        translate(x: x, y: y)
        cairo_rotate(pointer, degrees * .pi / 180)
        translate(x: -x, y: -y)
    }

    /// Multiplies the transformation by a matrix in cairo's order: x' = xx x + xy y + x0, y' = yx x + yy y + y0.
    package func transform(xx: Double, yx: Double, xy: Double, yy: Double, x0: Double, y0: Double) {
        var matrix = cairo_matrix_t(xx: xx, yx: yx, xy: xy, yy: yy, x0: x0, y0: y0)
        cairo_transform(pointer, &matrix)
    }

    /// Components from 0 to 1.
    package func setColor(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        cairo_set_source_rgba(pointer, red, green, blue, alpha)
    }

    package func setLineWidth(_ points: Double) { cairo_set_line_width(pointer, points) }

    package func fill(_ region: Region) {
        cairo_rectangle(pointer, region.x, region.y, region.width, region.height)
        cairo_fill(pointer)
    }

    package func stroke(_ region: Region) {
        cairo_rectangle(pointer, region.x, region.y, region.width, region.height)
        cairo_stroke(pointer)
    }

    /// An ellipse within the region, filled or stroked.
    package func ellipse(in region: Region, filled: Bool) {
        saved {
            translate(x: region.midX, y: region.midY)
            scale(x: max(region.width, 0.01) / 2, y: max(region.height, 0.01) / 2)
            cairo_new_sub_path(pointer)
            cairo_arc(pointer, 0, 0, 1, 0, 2 * .pi)
        }
        if filled { cairo_fill(pointer) } else { cairo_stroke(pointer) }
    }

    /// A line through the points with round ends and joins.
    package func polyline(_ points: [(x: Double, y: Double)]) {
        guard let first = points.first else { return }
        cairo_set_line_cap(pointer, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(pointer, CAIRO_LINE_JOIN_ROUND)
        cairo_move_to(pointer, first.x, first.y)
        for point in points.dropFirst() { cairo_line_to(pointer, point.x, point.y) }
        cairo_stroke(pointer)
    }

    /// Draws text with its layout box's top-left corner at a point (`pango_cairo_show_layout`).
    package func draw(_ layout: TextLayout, x: Double, y: Double) {
        cairo_move_to(pointer, x, y)
        pango_cairo_show_layout(pointer, layout.pointer)
    }

    /// Draws a picture into a region, filling it.
    package func draw(_ picture: Picture, in region: Region) {
        guard picture.width > 0, picture.height > 0 else { return }
        saved {
            translate(x: region.x, y: region.y)
            scale(x: region.width / Double(picture.width), y: region.height / Double(picture.height))
            cairo_set_source_surface(pointer, picture.surface, 0, 0)
            cairo_paint(pointer)
        }
    }
}
