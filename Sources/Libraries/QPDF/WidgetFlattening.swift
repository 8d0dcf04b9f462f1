extension PDFFile {
    /// Draws what the widgets of all pages show on the pages, and removes the widgets and the form.
    ///
    /// Widgets without an appearance show nothing. A push button is drawn only if it shows a picture, as fields for
    /// photos do.
    ///
    /// - Parameter drawn: for each page, indices into its `/Annots`, of widgets that have been drawn already.
    /// - Throws: `QPDFError` if a page cannot be read.
    package func flattenWidgets(drawn: [Int: Set<Int>]) throws(QPDFError) {
        var widgets: [Int: Set<Int>] = [:]
        for index in 0..<(try pageCount()) {
            let page = try page(index)
            var shown: [(form: PDFObject, matrix: [Double]?)] = []
            for (place, annotation) in page["/Annots"].items.enumerated()
            where annotation["/Subtype"].name == "Widget" {
                widgets[index, default: []].insert(place)
                let isPicture = !annotation["/MK"]["/I"].isNull
                guard drawn[index]?.contains(place) != true, !annotation.isPushButton || isPicture,
                    let appearance = annotation.shownAppearance, let matrix = annotation.placement(of: appearance)
                else { continue }
                shown.append((appearance, matrix))
            }
            if !shown.isEmpty { try draw(shown, over: page) }
        }
        try removeWidgets(widgets)
        root.remove("/AcroForm")
        try check()
    }
}
