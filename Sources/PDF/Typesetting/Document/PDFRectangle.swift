import PDFSyntax

/// A rectangle in the coordinates of a PDF's page: points from its lower left corner, y up.
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
