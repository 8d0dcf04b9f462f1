import PDFSyntax

/// A rectangle on a PDF page, in points from the lower left corner.
///
/// The y axis points up.
struct PDFRectangle {
    var left: Double
    var bottom: Double
    var right: Double
    var top: Double
}

extension PDFBytes {
    mutating func rectangle(_ rectangle: PDFRectangle) {
        array(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
    }
}
