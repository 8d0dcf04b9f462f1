import CQPDF

extension PDFFile {
    /// Removes all pages but some, with everything that refers to removed ones.
    ///
    /// References are fields, bookmarks, links, destinations and tags. The written file contains nothing of the removed
    /// pages. This cannot be undone by ``restoring(_:)``.
    ///
    /// - Parameter kept: The pages to keep, from 0.
    /// - Throws: `QPDFError` if a page cannot be read.
    package func keepPages(_ kept: Set<Int>) throws(QPDFError) {
        let count = try pageCount()
        var widgets: [Int: Set<Int>] = [:]
        for index in 0..<count where !kept.contains(index) {
            let places = try page(index)["/Annots"].items.indices
            if !places.isEmpty { widgets[index] = Set(places) }
        }
        try removeWidgets(widgets)
        root["/AcroForm"].remove("/CO")
        for key in [
            "/AA", "/AF", "/Dests", "/MarkInfo", "/Names", "/OpenAction", "/Outlines", "/PageLabels", "/PageMode",
            "/Perms", "/StructTreeRoot", "/Threads",
        ] { root.remove(key) }
        for index in kept {
            let page = try page(index)
            page.remove("/B")
            let annotations = newArray()
            for annotation in page["/Annots"].items {
                let isLink = annotation["/Subtype"].name == "Link"
                if isLink, annotation["/A"]["/S"].name != "URI" { continue }
                annotations.append(annotation)
            }
            if !page["/Annots"].isNull { page.set("/Annots", annotations) }
        }
        for index in (0..<count).reversed() where !kept.contains(index) {
            let page = try page(index)
            _ = page.with { qpdf_remove_page(handle, $0) }
        }
        try check()
    }
}
