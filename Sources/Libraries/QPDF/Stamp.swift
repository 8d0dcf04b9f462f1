import CQPDF
import FormModel
import Foundation

extension PDFFile {
    /// Draws a page of another file over a page of this one.
    ///
    /// The page keeps its content unchanged, between `q` and `Q` so that its graphics state does not leak; the overlay
    /// is added as a form XObject. `overlay` must be in points and of the displayed page's size. `source` is the page
    /// of `overlay` and `target` the page of this file, both from 0.
    package func stamp(page source: Int, of overlay: PDFFile, onPage target: Int) throws(QPDFError) {
        let page = try page(target)
        let form = try copiedForm(page: source, of: overlay, geometry: geometry(of: page))
        try draw(form, over: page)
        if !overlays.contains(where: { $0 === overlay }) { overlays.append(overlay) }
    }

    /// Draws a form XObject over a page's own content.
    package func draw(_ form: PDFObject, over page: PDFObject) throws(QPDFError) {
        try draw([(form, nil)], over: page)
    }

    /// Draws form XObjects over a page's own content, each through its matrix if it has one.
    package func draw(_ forms: [(form: PDFObject, matrix: [Double]?)], over page: PDFObject) throws(QPDFError) {
        let drawing = zip(forms, add(forms.map(\.form), to: page)).map { form, name in
            let matrix = form.matrix.map { $0.map(PDFText.number).joined(separator: " ") + " cm " } ?? ""
            return "q \(matrix)\(name) Do Q\n"
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
