import FormModel
import QPDF

extension Region {
    /// The rectangle with its sides exchanged, about the same centre.
    fileprivate var turned: Region { Region(x: midX - height / 2, y: midY - width / 2, width: height, height: width) }
}

extension Widget {
    /// The widget as it is before it is turned about its centre (`/MK` `/R`).
    var upright: Widget {
        guard look.rotation % 180 != 0 else { return self }
        var widget = self
        widget.region = region.turned
        return widget
    }
}

extension Field {
    /// The field of a widget as it is before the widget is turned about its centre.
    func upright(in widget: Widget?) -> Field {
        guard let widget, widget.look.rotation != 0 else { return self }
        var field = self
        if widget.look.rotation % 180 != 0 { field.region = region.turned }
        field.baseline = nil
        if combEdges != nil { field.combEdges = WidgetFields.combEdges(of: widget.upright) }
        return field
    }
}
