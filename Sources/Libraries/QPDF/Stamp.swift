import CQPDF
import Geometry
import Foundation

extension PDFFile {
    /// Draws the pages of another file over pages of this one.
    ///
    /// The pages keep their content unchanged, between `q` and `Q` so that its graphics state does not leak; the overlay
    /// is added as form XObjects. If this document is tagged, so are the parts of the overlay that have tags.
    ///
    /// - Parameters:
    ///   - overlay: pages in points and of the displayed pages' sizes.
    ///   - pages: the pages of this file for those of the overlay, in order.
    /// - Throws: `QPDFError` if there is no such page, or one cannot be read.
    package func stamp(_ overlay: PDFFile, on pages: [OverlayPage]) throws(QPDFError) {
        _ = try stamp(pages) { (source, geometry) throws(QPDFError) in
            try copiedForm(page: source, of: overlay, geometry: geometry)
        }
        if !overlays.contains(where: { $0 === overlay }) { overlays.append(overlay) }
    }

    /// Draws empty overlays over pages, and returns them.
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

    /// Draws form XObjects over a page's own content, each through its matrix if it has one.
    ///
    /// Those that are no part of the structure tree are artifacts (ISO 32000-1, 14.8.2.2).
    package func draw(_ forms: [(form: PDFObject, matrix: [Double]?)], over page: PDFObject) throws(QPDFError) {
        let drawing = zip(forms, add(forms.map(\.form), to: page)).map { drawn, name in
            let matrix = drawn.matrix.map { $0.map(PDFText.number).joined(separator: " ") + " cm " } ?? ""
            let drawing = "q \(matrix)\(name) Do Q\n"
            return drawn.form["/StructParents"].isNull ? PDFText.artifact(drawing) : drawing
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

    /// The key that marks a form XObject as an overlay that was stamped on a page.
    package static let overlayKey = "/FormwrightOverlay"

    /// A form XObject of the displayed page's size, marked as an overlay.
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

    /// Adds form XObjects to the page's resources and returns their names there.
    private func add(_ forms: [PDFObject], to page: PDFObject) -> [String] {
        // The dictionaries may be shared with other pages, so copies are changed.
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
