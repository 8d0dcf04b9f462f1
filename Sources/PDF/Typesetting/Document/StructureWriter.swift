import FailureModel
import PDFSyntax

/// Writes the structure of a document (ISO 32000-1, 14.7).
struct StructureWriter {
    let tree: StructureTree
    /// The object of each page.
    let pages: [Int32]
    /// The object of each link.
    let linkObjects: [Int32]
    let links: [DrawnDocument.Link]

    /// Writes the structure and returns the number of its root.
    func write(to out: inout ObjectWriter) throws(Failure) -> Int {
        let root = out.allocate()
        let parents = out.allocate()
        let numbers = tree.kinds.map { _ in Int32(out.allocate()) }
        try writeElements(numbers, root: root, to: &out)
        try writeParents(parents, numbers, to: &out)
        let identifiers = identifiers(numbers)
        try out.add(root) { bytes in
            bytes += "<< /Type /StructTreeRoot /K "
            bytes.reference(Int(numbers[0]))
            bytes += " /ParentTree "
            bytes.reference(parents)
            bytes += " /ParentTreeNextKey "
            bytes += pages.count + links.count
            bytes += identifiers
            bytes += " >>"
        }
        return root
    }

    /// Returns the tree that maps identifiers to elements, as an entry of the root.
    private func identifiers(_ numbers: [Int32]) -> [UInt8] {
        let named = tree.details.compactMap { element, details in
            details.identifier.map { (name: Array($0.utf8), element: element) }
        }
        guard !named.isEmpty else { return [] }
        var bytes = PDFBytes()
        bytes += " /IDTree << /Names ["
        for (name, element) in named.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
            bytes += "\n"
            bytes.literal(name)
            bytes += " "
            bytes.reference(Int(numbers[Int(element)]))
        }
        bytes += " ] >>"
        return bytes.bytes
    }

    private func writeElements(_ numbers: [Int32], root: Int, to out: inout ObjectWriter) throws(Failure) {
        let (starts, kids) = kidsByOwner()
        for element in tree.kinds.indices {
            let range = Int(starts[element])..<Int(starts[element + 1])
            let page = range.lazy.compactMap { self.page(of: kids[$0]) }.first
            let kind = tree.kinds[element]
            let details = tree.details[StructureTree.Element(element)]
            let parent = tree.parents[element]
            try out.add(Int(numbers[element]), opening: "<< /Type /StructElem /K [", kids[range]) { bytes, kid in
                append(tree.kids[Int(kid)].content, page: page, numbers, to: &bytes)
            } closing: { bytes in
                bytes += " ] /S /"
                bytes += kind.name
                bytes += " /P "
                bytes.reference(parent < 0 ? root : Int(numbers[Int(parent)]))
                if let page {
                    bytes += " /Pg "
                    bytes.reference(Int(pages[Int(page)]))
                }
                bytes.attributes(of: kind, details, box: tree.boxes[StructureTree.Element(element)])
                bytes += " >>"
            }
        }
    }

    /// Returns the indices of all kids sorted by owner, and the start of each owner.
    private func kidsByOwner() -> (starts: [Int32], kids: [Int32]) {
        var starts = [Int32](repeating: 0, count: tree.kinds.count + 1)
        for kid in tree.kids { starts[Int(kid.owner) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        var next = starts
        var kids = [Int32](repeating: 0, count: tree.kids.count)
        for (index, kid) in tree.kids.enumerated() {
            kids[Int(next[Int(kid.owner)])] = Int32(index)
            next[Int(kid.owner)] += 1
        }
        return (starts, kids)
    }

    private func page(of kid: Int32) -> Int32? {
        if case .marked(let page, _) = tree.kids[Int(kid)].content { page } else { nil }
    }

    private func append(
        _ content: StructureTree.Content, page: Int32?, _ numbers: [Int32], to bytes: inout PDFBytes
    ) {
        bytes += " "
        switch content {
        case .element(let element): bytes.reference(Int(numbers[Int(element)]))
        case .marked(let own, let id) where own == page: bytes += Int(id)
        case .marked(let own, let id):
            bytes += "<< /Type /MCR /Pg "
            bytes.reference(Int(pages[Int(own)]))
            bytes += " /MCID "
            bytes += Int(id)
            bytes += " >>"
        case .annotation(let index):
            guard linkObjects[Int(index)] > 0 else { return }
            bytes += "<< /Type /OBJR /Pg "
            bytes.reference(Int(pages[Int(links[Int(index)].page)]))
            bytes += " /Obj "
            bytes.reference(Int(linkObjects[Int(index)]))
            bytes += " >>"
        }
    }

    /// Writes the tree that maps marked content and annotations to elements.
    private func writeParents(_ number: Int, _ numbers: [Int32], to out: inout ObjectWriter) throws(Failure) {
        // Marked content is sorted by page and identifier. Every page has an entry.
        var next = 0
        try out.add(number, opening: "<< /Nums [", tree.kids) { bytes, kid in
            guard case .marked(let page, _) = kid.content else { return }
            bytes.beginParents(from: &next, to: Int(page))
            bytes += " "
            bytes.reference(Int(numbers[Int(kid.owner)]))
        } closing: { bytes in
            bytes.beginParents(from: &next, to: pages.count - 1)
            bytes += " ]"
            for (index, link) in links.enumerated() where link.isAlive {
                guard let owner = link.owner else { continue }
                bytes += "\n"
                bytes += pages.count + index
                bytes += " "
                bytes.reference(Int(numbers[Int(owner)]))
            }
            bytes += " ] >>"
        }
    }
}

extension PDFBytes {
    /// Ends the current page's array, and begins those of the following pages up to another.
    fileprivate mutating func beginParents(from next: inout Int, to page: Int) {
        while next <= page {
            self += next > 0 ? " ]\n" : "\n"
            self += next
            self += " ["
            next += 1
        }
    }
}

extension PDFBytes {
    /// Appends the attributes of an element (ISO 32000-1, 14.8.5).
    fileprivate mutating func attributes(
        of kind: StructureTree.Kind, _ details: StructureTree.Details?, box: PDFRectangle?
    ) {
        if let text = details?.alternativeText {
            self += " /Alt "
            self.text(text)
        }
        if let text = details?.actualText {
            self += " /ActualText "
            self.text(text)
        }
        if let identifier = details?.identifier {
            self += " /ID "
            literal(identifier.utf8)
        }
        if let language = details?.language {
            self += " /Lang "
            text(language)
        }
        switch kind {
        case .columnHeader, .rowHeader, .tableCell:
            let span = details?.columnSpan ?? 1
            guard kind != .tableCell || span > 1 else { return }
            self += " /A << /O /Table"
            if kind != .tableCell { self += kind == .columnHeader ? " /Scope /Column" : " /Scope /Row" }
            if span > 1 {
                self += " /ColSpan "
                self += span
            }
            self += " >>"
        case .table:
            guard let summary = details?.summary else { return }
            self += " /A << /O /Table /Summary "
            text(summary)
            self += " >>"
        case .list:
            guard let name = details?.numbering?.attribute else { return }
            self += " /A << /O /List /ListNumbering "
            self += name
            self += " >>"
        case .code: self += " /A << /O /Layout /Placement /Block >>"
        case .figure, .inlineFigure:
            self += " /A << /O /Layout /Placement "
            self += kind == .figure ? "/Block" : "/Inline"
            if let box {
                self += " /BBox "
                rectangle(box)
            }
            self += " >>"
        default: break
        }
    }
}

extension ListStyle.Numbering {
    /// The value of the attribute `ListNumbering`.
    fileprivate var attribute: StaticString {
        switch self {
        case .unordered: "/Disc"
        case .decimal: "/Decimal"
        case .lowerAlpha: "/LowerAlpha"
        case .upperAlpha: "/UpperAlpha"
        case .lowerRoman: "/LowerRoman"
        case .upperRoman: "/UpperRoman"
        }
    }
}
