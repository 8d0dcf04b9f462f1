import PDFSyntax

extension PDFFile {
    /// Completes the appearances of widgets so that a page can draw them.
    ///
    /// An appearance is a form XObject by its position, so many programs leave out the keys that declare it, and
    /// viewers still draw it. To be drawn by a page, it must have them.
    package func makeAppearancesDrawable() throws(QPDFError) {
        for index in 0..<(try pageCount()) {
            let page = try page(index)
            for annotation in page["/Annots"].items where annotation.isWidget {
                makeDrawable(annotation, on: page)
            }
        }
        try check()
    }

    /// Completes the appearance of an annotation so that its page can draw it.
    func makeDrawable(_ annotation: PDFObject, on page: PDFObject) {
        guard let form = annotation.shownAppearance else { return }
        complete(form, of: annotation, on: page)
        if !annotation["/OC"].isNull { hideWithLayer(annotation, form) }
    }

    /// Draws the off state of buttons on the pages if only their appearance has it.
    ///
    /// This can be a box that is described nowhere else. Replacements of the buttons are drawn over it.
    ///
    /// - Parameter widgets: The replaced widgets: for each page, indices in its `/Annots`.
    /// - Throws: `QPDFError` if a page cannot be read.
    package func drawBlankButtons(_ widgets: [Int: Set<Int>]) throws(QPDFError) {
        for (index, places) in widgets.sorted(by: { $0.key < $1.key }) {
            let page = try page(index)
            let annotations = page["/Annots"].items
            let described = Set(try self.widgets(onPage: index).filter(\.look.isVisible).map(\.index))
            var forms: [(form: PDFObject, matrix: [Double]?)] = []
            for place in places.subtracting(described).sorted() where annotations.indices.contains(place) {
                if let (form, matrix) = blank(of: annotations[place], on: page) { forms.append((form, matrix)) }
            }
            if !forms.isEmpty { try draw(forms, over: page) }
        }
    }

    /// Returns the off state of a button with its matrix, if it can carry marks.
    func blank(of button: PDFObject, on page: PDFObject) -> (form: PDFObject, matrix: [Double])? {
        let form = button["/AP"]["/N"]["/Off"]
        guard button.inherited("/FT").name == "Btn", button["/OC"].isNull, form.isStream else { return nil }
        complete(form, of: button, on: page)
        // Words are the label of the off state.
        let paints = form.paints
        guard !paints.isEmpty, !paints.contains(.words), let matrix = button.placement(of: form) else { return nil }
        return (form, matrix)
    }

    /// Adds the keys of a form XObject to an appearance of an annotation.
    func complete(_ form: PDFObject, of annotation: PDFObject, on page: PDFObject) {
        if form["/Type"].name != "XObject" { form.set("/Type", newName("XObject")) }
        if form["/Subtype"].name != "Form" { form.set("/Subtype", newName("Form")) }
        if form["/BBox"].isNull, let box = annotation.boxAtOrigin { form.set("/BBox", newArray(box)) }
        addResources(to: form, on: page)
    }

    /// The resource categories with entries referenced by name (ISO 32000-1, table 33).
    private static let categories = [
        "/ColorSpace", "/ExtGState", "/Font", "/Pattern", "/Properties", "/Shading", "/XObject",
    ]

    /// Adds missing resources to an appearance, from the form's fields or else the page.
    private func addResources(to form: PDFObject, on page: PDFObject) {
        let own = form["/Resources"]
        guard let content = form.streamData else { return }
        let names = PDFTokens.names(in: content)
        let others = [root["/AcroForm"]["/DR"], page.inherited("/Resources")]
        var completed: PDFObject?
        for category in Self.categories {
            let missing = names.filter { own[category][$0].isNull }
            let found = missing.sorted().compactMap { name in
                others.lazy.map { $0[category][name] }.first { !$0.isNull }.map { (name, $0) }
            }
            guard !found.isEmpty else { continue }
            let entries = own[category].shallowCopy()
            for (name, resource) in found { entries.set(name, resource) }
            // The dictionary may be shared with other appearances, so the change is made in a copy.
            let resources = completed ?? own.shallowCopy()
            resources.set(category, entries)
            completed = resources
        }
        // A form XObject without resources would use those of the page, which not every reader supports.
        if completed != nil || !own.isDictionary { form.set("/Resources", completed ?? newDictionary()) }
    }

    /// Makes an appearance visible only with the layer of its annotation.
    ///
    /// It is drawn by a separate form, because another annotation may share it.
    private func hideWithLayer(_ annotation: PDFObject, _ form: PDFObject) {
        guard let box = form.turnedBox() else { return }
        let layered = newStream("/A Do\n".utf8)
        layered.set("/Type", newName("XObject"))
        layered.set("/Subtype", newName("Form"))
        layered.set("/BBox", newArray([box.x1, box.y1, box.x2, box.y2]))
        layered.set("/OC", annotation["/OC"])
        let (resources, forms) = (newDictionary(), newDictionary())
        forms.set("/A", form)
        resources.set("/XObject", forms)
        layered.set("/Resources", resources)
        let appearances = newDictionary()
        appearances.set("/N", layered)
        annotation.set("/AP", appearances)
    }
}
