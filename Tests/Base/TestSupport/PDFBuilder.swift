package import Foundation

/// A builder of small PDFs that writes them object by object, so that a test controls every box, angle and flag.
package struct PDFBuilder {
    private var objects: [String] = []
    private var pages: [Int] = []
    private var widgets: [Int] = []
    /// Entries that are added to the catalogue as they are.
    package var catalogueEntries = ""
    /// Entries that are added to the AcroForm as they are.
    package var formEntries = ""
    /// The entries of the document information dictionary.
    package var info = ""
    /// By how many bytes the stated lengths of the pages' contents are off.
    package var lengthError = 0

    /// Creates a PDF without pages.
    package init() {
        // Object 1 is the catalogue, 2 the page tree, 3 the font; the first two are written at the end.
        objects = ["", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    }

    /// A page whose content is drawn in the coordinates of the page *as displayed*: points, origin bottom left.
    package struct Page {
        /// The width as displayed, in points.
        package var width: Double
        /// The height as displayed, in points.
        package var height: Double
        /// The value of `/Rotate`, in degrees.
        package var rotation = 0
        /// The lower-left corner of the CropBox in user space.
        package var origin = (x: 0.0, y: 0.0)
        /// The distance by which the MediaBox exceeds the CropBox on each side.
        package var margin = 0.0
        /// The value of `/UserUnit`.
        package var userUnit = 1.0
        /// The distance of the TrimBox inside the CropBox; `nil` for a page without TrimBox.
        package var trimInset: Double?
        /// The content stream.
        package var content = ""
        /// Fonts in addition to `/F1`, such as `/F2 4 0 R`.
        package var fonts = ""
        /// Resources in addition to the fonts, such as `/XObject << /I 4 0 R >>`.
        package var resources = ""
        /// Entries that are added to the page's dictionary as they are.
        package var entries = ""

        /// Creates an empty page, by default of US Letter size.
        package init(width: Double = 612, height: Double = 792) {
            self.width = width
            self.height = height
        }

        /// Draws text whose baseline starts at a point measured from the displayed page's top-left corner.
        package mutating func text(_ text: String, x: Double, y: Double, size: Double = 10) {
            content += "BT /F1 \(size) Tf \(x) \(height - y) Td (\(text)) Tj ET\n"
        }

        /// Strokes a rectangle measured from the displayed page's top-left corner.
        package mutating func box(x: Double, y: Double, width: Double, height boxHeight: Double) {
            content += "0.8 w \(x) \(height - y - boxHeight) \(width) \(boxHeight) re S\n"
        }

        /// Draws a horizontal rule, measured from the displayed page's top-left corner.
        package mutating func rule(x: Double, y: Double, width: Double) {
            content += "0.8 w \(x) \(height - y) m \(x + width) \(height - y) l S\n"
        }

        /// The width and height in user space.
        private var extent: (Double, Double) {
            let turned = rotation % 180 != 0
            return ((turned ? height : width) / userUnit, (turned ? width : height) / userUnit)
        }

        /// The matrix from displayed points, origin bottom left, to user space.
        var matrix: [Double] {
            let s = 1 / userUnit
            let (w, h) = extent
            let (l, b) = (origin.x, origin.y)
            return switch rotation {
            case 90: [0, s, -s, 0, l + w, b]
            case 180: [-s, 0, 0, -s, l + w, b + h]
            case 270: [0, -s, s, 0, l, b + h]
            default: [s, 0, 0, s, l, b]
            }
        }

        /// Returns the user-space rectangle of one measured from the displayed page's top-left corner.
        func rectangle(x: Double, y: Double, width: Double, height boxHeight: Double) -> [Double] {
            let m = matrix
            func point(_ px: Double, _ py: Double) -> (Double, Double) {
                (m[0] * px + m[2] * py + m[4], m[1] * px + m[3] * py + m[5])
            }
            let a = point(x, height - y)
            let b = point(x + width, height - y - boxHeight)
            return [min(a.0, b.0), min(a.1, b.1), max(a.0, b.0), max(a.1, b.1)]
        }

        var boxes: String {
            let (w, h) = extent
            let crop = [origin.x, origin.y, origin.x + w, origin.y + h]
            let media = [crop[0] - margin, crop[1] - margin, crop[2] + margin, crop[3] + margin]
            var text = "/MediaBox [\(list(media))] /CropBox [\(list(crop))] /Rotate \(rotation) "
            if userUnit != 1 { text += "/UserUnit \(userUnit) " }
            if let t = trimInset {
                text += "/TrimBox [\(list([crop[0] + t, crop[1] + t, crop[2] - t, crop[3] - t]))] "
            }
            return text
        }
    }

    /// A widget on a page, with its rectangle measured from the displayed page's top-left corner.
    package struct Widget {
        /// The position and size in points.
        package var x, y, width, height: Double
        /// The other entries of the field, such as `/FT /Tx /T (name)`.
        package var entries: String
        /// The flags of the annotation, `/F`; by default it is printed.
        package var flags = 4

        /// Creates a widget.
        package init(x: Double, y: Double, width: Double, height: Double, _ entries: String) {
            (self.x, self.y, self.width, self.height, self.entries) = (x, y, width, height, entries)
        }
    }

    /// Adds an object and returns its number.
    @discardableResult
    package mutating func add(_ object: String) -> Int {
        objects.append(object)
        return objects.count
    }

    /// Adds a page with its widgets and annotations, below and above them, and returns its number; those of the widgets and
    /// annotations are before it.
    @discardableResult
    package mutating func add(
        _ page: Page, below: [String] = [], widgets own: [Widget] = [], annotations: [String] = []
    ) -> Int {
        let content = "q \(list(page.matrix)) cm\n\(page.content)Q\n"
        let stream = add("<< /Length \(content.utf8.count + lengthError) >>\nstream\n\(content)\nendstream")
        let number = objects.count + below.count + own.count + annotations.count + 1
        var kids: [Int] = []
        for annotation in below { kids.append(add(annotation)) }
        for widget in own {
            let r = page.rectangle(x: widget.x, y: widget.y, width: widget.width, height: widget.height)
            let widgetNumber = add(
                "<< /Type /Annot /Subtype /Widget /F \(widget.flags) /P \(number) 0 R /Rect [\(list(r))] \(widget.entries) >>"
            )
            kids.append(widgetNumber)
            widgets.append(widgetNumber)
        }
        for annotation in annotations { kids.append(add(annotation)) }
        let annots = kids.isEmpty ? "" : "/Annots [\(kids.map { "\($0) 0 R" }.joined(separator: " "))] "
        pages.append(
            add(
                "<< /Type /Page /Parent 2 0 R \(page.boxes)\(annots)/Contents \(stream) 0 R "
                    + "/Resources << /Font << /F1 3 0 R \(page.fonts) >> \(page.resources) >> \(page.entries) >>"))
        return number
    }

    /// Adds a page with these entries as they are.
    package mutating func add(page entries: String) {
        pages.append(add("<< /Type /Page /Parent 2 0 R \(entries) >>"))
    }

    /// Returns the bytes of the PDF.
    package func data() -> Data {
        var all = objects
        var catalogue = "<< /Type /Catalog /Pages 2 0 R \(catalogueEntries) "
        if !widgets.isEmpty || !formEntries.isEmpty {
            let fields = widgets.map { "\($0) 0 R" }.joined(separator: " ")
            catalogue += "/AcroForm << /Fields [\(fields)] /DA (/Helv 0 Tf 0 g) \(formEntries) >> "
        }
        all[0] = catalogue + ">>"
        let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
        all[1] = "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>"
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (index, object) in all.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        let information = info.isEmpty ? "" : " /Info << \(info) >>"
        text += "xref\n0 \(all.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
        text += "trailer\n<< /Size \(all.count + 1) /Root 1 0 R\(information) >>\nstartxref\n\(start)\n%%EOF\n"
        return Data(text.utf8)
    }
}

private func list(_ numbers: [Double]) -> String {
    numbers.map { String(format: "%.4f", $0) }.joined(separator: " ")
}
