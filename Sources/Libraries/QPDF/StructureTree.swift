import Geometry

/// The structure tree of a tagged document, extended by overlays (ISO 32000-1, 14.7).
struct StructureTree {
    private let file: PDFFile
    private let root: PDFObject
    private var parents: ParentTree
    private let language: String

    /// Reads the tree of a document; `nil` if it is not tagged.
    init?(of file: PDFFile) {
        guard file.isTagged else { return nil }
        self.file = file
        root = file.root["/StructTreeRoot"]
        parents = ParentTree(of: file)
        language = file.root["/Lang"].text ?? ""
    }

    /// Adds the parts of a form XObject drawn on a page.
    ///
    /// A part replaces the element of its widget, if there is one. Other parts follow the text printed next to them.
    mutating func add(_ tags: [OverlayTag], of form: PDFObject, onPage page: PDFObject) throws(QPDFError) {
        guard !tags.isEmpty else { return }
        if root["/Type"].isNull { root.set("/Type", file.newName("StructTreeRoot")) }
        // Elements refer to the root by its number.
        if !root.isIndirect { file.root.set("/StructTreeRoot", file.indirect(root)) }
        let annotations = page["/Annots"].items
        var elements: [PDFObject] = []
        var others: [(tag: OverlayTag, element: PDFObject)] = []
        for (number, tag) in tags.enumerated() {
            let widget = tag.widget.flatMap { annotations.indices.contains($0) ? annotations[$0] : nil }
            let element: PDFObject
            if let widget, let replaced = replaced(widget, by: tag) {
                element = replaced
            } else {
                element = file.indirect(file.newDictionary())
                others.append((tag, element))
            }
            describe(element, as: tag, on: page)
            element.set("/K", content(number, of: form, on: page))
            elements.append(element)
        }
        try insert(others.sorted { $0.tag.order < $1.tag.order }, on: page)
        form.set("/StructParents", file.newInteger(parents.append(file.newArray(elements))))
    }

    /// Returns the elements of a form XObject's parts, in order.
    func elements(of form: PDFObject) -> [PDFObject] { parents[form["/StructParents"]].items }

    /// Removes all references to a removed annotation, so that the file keeps nothing of it.
    func remove(_ annotation: PDFObject) {
        guard var (element, kids, place) = reference(to: annotation) else { return }
        for _ in 0..<PDFFile.deepestField {
            kids.remove(at: place)
            guard kids.isEmpty else {
                element.set("/K", file.newArray(kids))
                return
            }
            element.remove("/K")
            // An element without other content is meaningless.
            let parent = element["/P"]
            kids = Self.kids(of: parent)
            guard element["/S"].name == "Form", let identity = element.identity,
                let index = kids.firstIndex(where: { $0.identity == identity })
            else { return }
            (element, place) = (parent, index)
        }
    }

    /// Sets the attributes of a part's element.
    func describe(_ element: PDFObject, as tag: OverlayTag, on page: PDFObject) {
        if element["/Type"].isNull { element.set("/Type", file.newName("StructElem")) }
        let attributes = file.newDictionary()
        var alternative: String?
        switch tag.role {
        case .text: attributes.set("/Role", file.newName("tv"))
        case .mark(let isRadio, let isOn):
            attributes.set("/Role", file.newName(isRadio ? "rb" : "cb"))
            attributes.set("/checked", file.newName(isOn ? "on" : "off"))
            let state = OverlayTag.state(isOn, language: language)
            alternative = tag.label.isEmpty ? state : "\(tag.label): \(state)"
        case .picture:
            attributes.set("/BBox", file.newArray(file.geometry(of: page).userSpace(tag.region)))
            alternative = tag.label.isEmpty ? "Signature" : tag.label
        }
        let isPicture = tag.role == .picture
        attributes.set("/O", file.newName(isPicture ? "Layout" : "PrintField"))
        if !isPicture, !tag.label.isEmpty { attributes.set("/Desc", file.newText(tag.label)) }
        element.set("/S", file.newName(isPicture ? "Figure" : "Form"))
        element.set("/A", attributes)
        // Spoken replacements of the empty field would replace the value.
        for key in ["/ActualText", "/E", "/C"] where !element[key].isNull { element.remove(key) }
        if let alternative {
            element.set("/Alt", file.newText(alternative))
        } else if !element["/Alt"].isNull {
            element.remove("/Alt")
        }
    }

    // MARK: Places

    /// Returns the element of a widget, prepared for the replacement.
    private func replaced(_ widget: PDFObject, by tag: OverlayTag) -> PDFObject? {
        guard let (element, kids, place) = reference(to: widget) else { return nil }
        if kids.count == 1, element["/S"].name == "Form" { return element }
        let own = file.indirect(file.newDictionary())
        own.set("/P", element)
        var others = kids
        others[place] = own
        element.set("/K", file.newArray(others))
        return own
    }

    /// Returns the element that refers to an annotation, its kids, and the referring kid.
    private func reference(to annotation: PDFObject) -> (element: PDFObject, kids: [PDFObject], place: Int)? {
        guard let identity = annotation.identity, !annotation["/StructParent"].isNull else { return nil }
        let element = parents[annotation["/StructParent"]]
        guard element.isDictionary, element.isIndirect else { return nil }
        let kids = Self.kids(of: element)
        guard let place = kids.firstIndex(where: { $0["/Obj"].identity == identity }) else { return nil }
        return (element, kids, place)
    }

    /// Inserts elements after the text printed next to them, or at the document's end.
    private func insert(
        _ elements: [(tag: OverlayTag, element: PDFObject)], on page: PDFObject
    ) throws(QPDFError) {
        guard !elements.isEmpty else { return }
        let parts = parents[page["/StructParents"]].items
        let isUsed = parts.map { $0.isDictionary && $0.isIndirect }
        // Undecodable content stays unchanged, and its neighbours are unknown.
        let marks = ((try? MarkedText.find(on: page, in: file)) ?? [])
            .filter { isUsed.indices.contains($0.number) && isUsed[$0.number] }
        var behind: [Int: [PDFObject]] = [:]
        var rest: [PDFObject] = []
        for (tag, element) in elements {
            let mark = marks.min { $0.distance(to: tag.region) < $1.distance(to: tag.region) }
            if let mark { behind[mark.number, default: []].append(element) } else { rest.append(element) }
        }
        for (number, added) in behind.sorted(by: { $0.key < $1.key }) {
            let parent = parts[number]
            var kids = Self.kids(of: parent)
            let place = kids.firstIndex { kid in
                (kid.integer ?? (kid["/Stm"].isNull ? kid["/MCID"].integer : nil)) == number
            }
            kids.insert(contentsOf: added, at: place.map { $0 + 1 } ?? kids.count)
            for element in added { element.set("/P", parent) }
            parent.set("/K", file.newArray(kids))
        }
        guard !rest.isEmpty else { return }
        let parent = Self.kids(of: root).last { $0.isIndirect && $0["/S"].name != nil } ?? root
        for element in rest { element.set("/P", parent) }
        parent.set("/K", file.newArray(Self.kids(of: parent) + rest))
    }

    /// Returns the kids of an element.
    ///
    /// A single one is not in an array.
    private static func kids(of element: PDFObject) -> [PDFObject] {
        let kids = element["/K"]
        return kids.isNull ? [] : kids.kind == .array ? kids.items : [kids]
    }

    /// Returns a reference to marked content in a form XObject.
    private func content(_ number: Int, of form: PDFObject, on page: PDFObject) -> PDFObject {
        let reference = file.newDictionary()
        reference.set("/Type", file.newName("MCR"))
        reference.set("/Pg", page)
        reference.set("/Stm", form)
        reference.set("/MCID", file.newInteger(number))
        return reference
    }
}

extension PDFFile {
    /// Whether the document has a structure tree.
    package var isTagged: Bool { root["/StructTreeRoot"].isDictionary }
}

extension PDFFile {
    /// Returns the structure elements of an overlay's parts, in order.
    ///
    /// The overlay is given as its form XObject.
    package func elements(of form: PDFObject) -> [PDFObject] { StructureTree(of: self)?.elements(of: form) ?? [] }

    /// Updates the structure element of an overlay's part.
    package func describe(_ element: PDFObject, as tag: OverlayTag, onPage index: Int) throws(QPDFError) {
        StructureTree(of: self)?.describe(element, as: tag, on: try page(index))
    }
}
