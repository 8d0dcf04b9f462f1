import CQPDF
import Geometry
import Foundation

extension PDFFile {
    /// Draws the pages of another file over pages of this one.
    ///
    /// The page content stays unchanged, between `q` and `Q` so that its graphics state does not leak. The overlay is
    /// added as form XObjects. If this document is tagged, tags of the overlay's parts are added.
    ///
    /// - Parameters:
    ///   - overlay: Pages in points with the sizes of the displayed pages.
    ///   - pages: The target pages of the overlay's pages, in order.
    /// - Throws: `QPDFError` if a page is missing or unreadable.
    package func stamp(_ overlay: PDFFile, on pages: [OverlayPage]) throws(QPDFError) {
        _ = try stamp(pages) { (source, geometry) throws(QPDFError) in
            try copiedForm(page: source, of: overlay, geometry: geometry)
        }
        if !overlays.contains(where: { $0 === overlay }) { overlays.append(overlay) }
    }

    /// Draws empty overlays over pages, and returns their form XObjects.
    package func stampEmpty(on pages: [OverlayPage]) throws(QPDFError) -> [PDFObject] {
        try stamp(pages) { (_, geometry) throws(QPDFError) in newForm("".utf8, geometry: geometry) }
    }

    private func stamp(
        _ pages: [OverlayPage], _ form: (Int, PageGeometry) throws(QPDFError) -> PDFObject
    ) throws(QPDFError) -> [PDFObject] {
        var structure = pages.contains { !$0.tags.isEmpty } ? StructureTree(of: self) : nil
        var forms: [PDFObject] = []
        for (place, target) in pages.enumerated() {
            let page = try page(target.page)
            let form = try form(place, geometry(of: page))
            try structure?.add(target.tags, of: form, onPage: page)
            try draw(form, over: page)
            forms.append(form)
        }
        return forms
    }

    /// Draws a form XObject over a page's own content.
    package func draw(_ form: PDFObject, over page: PDFObject) throws(QPDFError) {
        try draw([(form, nil)], over: page)
    }

    /// Draws form XObjects with optional matrices over a page's own content.
    ///
    /// Those outside the structure tree are artifacts (ISO 32000-1, 14.8.2.2), unless they are content all the same.
    package func draw(
        _ forms: [(form: PDFObject, matrix: [Double]?)], over page: PDFObject, asArtifacts: Bool = true
    ) throws(QPDFError) {
        let drawing = zip(forms, add(forms.map(\.form), to: page)).map { drawn, name in
            let matrix = drawn.matrix.map { $0.map(PDFText.number).joined(separator: " ") + " cm " } ?? ""
            let drawing = "q \(matrix)\(name) Do Q\n"
            return asArtifacts && drawn.form["/StructParents"].isNull ? PDFText.artifact(drawing) : drawing
        }
        let contents = newArray()
        contents.append(newStream("q\n".utf8))
        let existing = page["/Contents"]
        if existing.isStream {
            contents.append(existing)
        } else {
            for part in existing.items { contents.append(part) }
        }
        contents.append(newStream("\nQ\n\(drawing.joined())".utf8))
        page.set("/Contents", contents)
        try check()
    }

    /// The key that marks a form XObject as an overlay stamped on a page.
    package static let overlayKey = "/FormwrightOverlay"

    /// Returns a form XObject with the displayed page's size, marked as an overlay.
    package func newForm(_ content: some Collection<UInt8>, geometry: PageGeometry) -> PDFObject {
        let form = newStream(content)
        form.set("/Type", newName("XObject"))
        form.set("/Subtype", newName("Form"))
        form.set("/BBox", newArray([0, 0, geometry.size.width, geometry.size.height]))
        form.set("/Matrix", newArray(geometry.placement))
        form.set(Self.overlayKey, PDFObject(self, qpdf_oh_new_bool(handle, 1)))
        return form
    }

    /// Copies a page of the overlay to this file as a form XObject.
    private func copiedForm(
        page source: Int, of overlay: PDFFile, geometry: PageGeometry
    ) throws(QPDFError) -> PDFObject {
        let sourcePage = try overlay.page(source)
        let form = newForm(try overlay.pageContent(of: sourcePage), geometry: geometry)
        form.set("/Resources", copyForeign(sourcePage.inherited("/Resources")))
        try overlay.check()
        return form
    }

    /// Adds form XObjects to the page's resources, and returns their names.
    private func add(_ forms: [PDFObject], to page: PDFObject) -> [String] {
        // The dictionaries may be shared with other pages, so the changes are made in copies.
        let resources = page.inherited("/Resources").shallowCopy()
        let xObjects = resources["/XObject"].shallowCopy()
        let taken = Set(xObjects.keys)
        var free = (1...).lazy.map { "/Formwright\($0)" }.filter { !taken.contains($0) }.makeIterator()
        let names = forms.map { form in
            let name = free.next() ?? "/Formwright"
            xObjects.set(name, form)
            return name
        }
        resources.set("/XObject", xObjects)
        page.set("/Resources", resources)
        return names
    }

    func copyForeign(_ object: PDFObject) -> PDFObject {
        let source = object.file
        // Only indirect objects can be copied between files.
        let indirect =
            object.isIndirect
            ? object : PDFObject(source, qpdf_make_indirect_object(source.handle, object.handle))
        return indirect.with { PDFObject(self, qpdf_oh_copy_foreign_object(handle, source.handle, $0)) }
    }
}
