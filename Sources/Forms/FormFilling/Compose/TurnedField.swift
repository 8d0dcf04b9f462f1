import FormImport

import FormModel
import QPDF

extension Region {
    /// The rectangle with width and height exchanged, about the same centre.
    fileprivate var turned: Region { Region(x: midX - height / 2, y: midY - width / 2, width: height, height: width) }

    /// Returns the rectangle rotated by a multiple of 90 degrees about another's centre.
    fileprivate func turned(clockwise degrees: Int, about center: Region) -> Region {
        let (dx, dy) = (midX - center.midX, midY - center.midY)
        let (x, y) =
            switch degrees % 360 {
            case 90, -270: (-dy, dx)
            case 180, -180: (-dx, -dy)
            case 270, -90: (dy, -dx)
            default: (dx, dy)
            }
        let isTurned = degrees % 180 != 0
        let (width, height) = isTurned ? (height, width) : (width, height)
        return Region(x: center.midX + x - width / 2, y: center.midY + y - height / 2, width: width, height: height)
    }
}

extension Widget {
    /// The widget before its rotation about its centre (`/MK` `/R`).
    var upright: Widget {
        guard look.rotation % 180 != 0 else { return self }
        var widget = self
        widget.region = region.turned
        return widget
    }
}

extension Field {
    /// Returns the field of a widget before the widget's rotation about its centre.
    func upright(in widget: Widget?) -> Field {
        guard let widget, widget.look.rotation != 0 else { return self }
        var field = self
        if widget.look.rotation % 180 != 0 { field.region = region.turned }
        (field.baseline, field.lines) = (nil, nil)
        field.printedWords = printedWords?.map { $0.turned(clockwise: widget.look.rotation, about: region) }
        if combEdges != nil { field.combEdges = WidgetFields.combEdges(of: widget.upright) }
        return field
    }
}
