import CQPDF
import FormModel
import Foundation

extension PDFFile {
    /// Draws a page of another file over a page of this one.
    ///
    /// The page keeps its content as it is, between `q` and `Q` so that its graphics state does not leak; the overlay is
    /// added as a form XObject. `overlay` must be in points and of the displayed page's size.
    ///
    /// - Parameters:
    ///   - source: the page of `overlay`, from 0.
    ///   - target: the page of this file, from 0.
    public func stamp(page source: Int, of overlay: PDFFile, onPage target: Int) throws(QPDFError) {
        let page = try page(target)
        let geometry = geometry(of: page)
        let name = try addForm(page: source, of: overlay, to: page, geometry: geometry)
        let contents = newArray()
        contents.append(newStream("q\n".utf8))
        let existing = page["/Contents"]
        if existing.isStream {
            contents.append(existing)
        } else {
            for part in existing.items { contents.append(part) }
        }
        contents.append(newStream("\nQ\nq \(name) Do Q\n".utf8))
        page.set("/Contents", contents)
        try check()
        if !overlays.contains(where: { $0 === overlay }) { overlays.append(overlay) }
    }

    /// Copies the overlay's page into the page's resources and returns the name it has there.
    private func addForm(
        page source: Int, of overlay: PDFFile, to page: PDFObject, geometry: PageGeometry
    ) throws(QPDFError) -> String {
        let sourcePage = try overlay.page(source)
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        _ = sourcePage.with { qpdf_oh_get_page_content_data(overlay.handle, $0, &bytes, &count) }
        try overlay.check()
        guard let bytes else {
            throw QPDFError(code: .other, detail: "the overlay's page \(source + 1) cannot be read")
        }
        defer { free(bytes) }
        let form = newStream(UnsafeBufferPointer(start: bytes, count: count))
        form.set("/Type", newName("XObject"))
        form.set("/Subtype", newName("Form"))
        form.set("/BBox", newArray([0, 0, geometry.size.width, geometry.size.height]))
        form.set("/Matrix", newArray(geometry.placement))
        form.set("/Resources", copyForeign(sourcePage.inherited("/Resources")))

        // The dictionaries may be shared with other pages: change copies.
        let resources = page.inherited("/Resources").shallowCopy()
        let xObjects = resources["/XObject"].shallowCopy()
        let taken = Set(xObjects.keys)
        let name = (1...).lazy.map { "/Formwright\($0)" }.first { !taken.contains($0) } ?? "/Formwright"
        xObjects.set(name, form)
        resources.set("/XObject", xObjects)
        page.set("/Resources", resources)
        try overlay.check()
        try check()
        return name
    }

    private func copyForeign(_ object: PDFObject) -> PDFObject {
        let source = object.file
        // Only indirect objects can be copied between files.
        let indirect =
            object.isIndirect
            ? object : PDFObject(source, qpdf_make_indirect_object(source.handle, object.handle))
        return indirect.with { PDFObject(self, qpdf_oh_copy_foreign_object(handle, source.handle, $0)) }
    }
}
