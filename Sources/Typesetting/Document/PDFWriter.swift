import FailureModel
import FormModel
import Foundation

/// Writes the finished document: cairo's objects, and what cairo 1.16 cannot write.
///
/// Cairo's content streams, fonts and pictures are copied as they are. Its pages, its structure and its catalogue are
/// replaced: several of its pages become one, of which those with decorations and running lines are form XObjects marked
/// as artifacts; the structure has alternative texts, languages and attributes. Objects are read and written one by one,
/// where libqpdf would hold all of them in memory.
struct PDFWriter {
    private let file: CairoFile
    private let drawn: DrawnDocument
    private let info: DocumentInfo
    private var out: ObjectWriter

    /// What cairo has drawn on one of its pages.
    private struct Sheet {
        var content: Int32
        var resources: Int32
    }

    private let sheets: [Sheet]
    /// The object of each page.
    private let pageObjects: [Int32]
    /// The objects of the forms and wrappers that pages share.
    private var wrappers = Wrappers()
    /// The objects of links, by their index, and the elements for screen readers.
    private var linkObjects: [Int32] = []

    /// Streams around a page's content, each the same on all pages.
    private struct Wrappers {
        var beforeWithBackground = 0
        var before = 0
        var after = 0
        var afterWithFurniture = 0
    }

    init(
        _ spool: Spool, _ drawn: DrawnDocument, info: DocumentInfo, write: @escaping (Data) throws(Failure) -> Void
    ) throws(Failure) {
        file = try CairoFile(spool)
        self.drawn = drawn
        self.info = info
        var dropped = [Int32(file.catalogue), Int32(file.info)]
        let catalogue = try file.dictionary(file.catalogue)
        guard let tree = CairoFile.references(in: catalogue["/Pages"] ?? []).first else { throw CairoFile.unexpected }
        dropped.append(Int32(tree))
        let kids = CairoFile.references(in: try file.dictionary(tree)["/Kids"] ?? [])
        guard kids.count == Int(drawn.sheetCount) else { throw CairoFile.unexpected }
        var sheets: [Sheet] = []
        sheets.reserveCapacity(kids.count)
        for kid in kids {
            let page = try file.dictionary(kid)
            guard let content = CairoFile.references(in: page["/Contents"] ?? []).first,
                let resources = CairoFile.references(in: page["/Resources"] ?? []).first
            else { throw CairoFile.unexpected }
            sheets.append(Sheet(content: Int32(content), resources: Int32(resources)))
        }
        self.sheets = sheets
        pageObjects = drawn.pages.map { Int32(kids[Int($0.content)]) }
        let kept = Set(pageObjects)
        dropped += kids.lazy.map { Int32($0) }.filter { !kept.contains($0) }
        dropped += try Self.structure(of: file, catalogue)
        out = try ObjectWriter(size: file.size, free: dropped, write: write)
        replaced = Set(dropped).union(pageObjects)
    }

    /// Objects of cairo's that are not copied.
    private let replaced: Set<Int32>

    /// Cairo's own structure: the root, the tree of parents with its arrays, and the elements.
    private static func structure(of file: CairoFile, _ catalogue: [String: [UInt8]]) throws(Failure) -> [Int32] {
        guard let root = CairoFile.references(in: catalogue["/StructTreeRoot"] ?? []).first else { return [] }
        let entries = try file.dictionary(root)
        var found = [root]
        for tree in CairoFile.references(in: entries["/ParentTree"] ?? []) {
            found.append(tree)
            found += CairoFile.references(in: try file.dictionary(tree)["/Nums"] ?? [])
        }
        // Marked-content sequences are not nested, so every element is a child of the root.
        found += CairoFile.references(in: entries["/K"] ?? [])
        return found.map { Int32($0) }
    }

    /// Writes the document.
    mutating func write() throws(Failure) {
        try writeWrappers()
        try copyObjects()
        let tree = out.allocate()
        linkObjects = drawn.links.map { $0.isAlive ? Int32(out.allocate()) : 0 }
        try writePages(tree: tree)
        try writeLinks()
        let catalogue = out.allocate()
        let information = out.allocate()
        let names = try writeDestinations()
        var outline = OutlineWriter(drawn)
        let outlines = try outline.write(to: &out, place: place)
        var structure = 0
        if let tree = drawn.tree {
            let writer = StructureWriter(
                tree: tree, pages: pageObjects, linkObjects: linkObjects, links: drawn.links)
            structure = try writer.write(to: &out)
        }
        try writeCatalogue(catalogue, tree: tree, names: names, outlines: outlines, structure: structure)
        let info = info
        try out.add(information) { $0.information(info) }
        try out.finish(catalogue: catalogue, info: information)
    }

    // MARK: Copying

    private static let backgroundName: StaticString = "/FormwrightBackground"
    private static let furnitureName: StaticString = "/FormwrightFurniture"

    private mutating func writeWrappers() throws(Failure) {
        if drawn.pages.contains(where: { $0.background >= 0 }) {
            wrappers.beforeWithBackground = try writeStream("/Artifact BMC q /FormwrightBackground Do Q EMC q\n")
        }
        if drawn.pages.contains(where: { $0.background < 0 && $0.furniture >= 0 }) {
            wrappers.before = try writeStream("q\n")
        }
        if drawn.pages.contains(where: { $0.background >= 0 && $0.furniture < 0 }) {
            wrappers.after = try writeStream("Q\n")
        }
        if drawn.pages.contains(where: { $0.furniture >= 0 }) {
            wrappers.afterWithFurniture = try writeStream(
                "Q /Artifact << /Type /Pagination >> BDC q /FormwrightFurniture Do Q EMC\n")
        }
    }

    private mutating func writeStream(_ content: StaticString) throws(Failure) -> Int {
        let number = out.allocate()
        try out.add(number) {
            $0 += "<< /Length "
            $0 += content.utf8CodeUnitCount
            $0 += " >>\nstream\n"
            $0 += content
            $0 += "endstream"
        }
        return number
    }

    /// How an object of cairo's is changed.
    private enum Change {
        /// A content stream becomes a form of a page.
        case form(sheet: Int32, page: Int32)
        /// The resources of a page get its forms.
        case resources(page: Int32)
    }

    private mutating func copyObjects() throws(Failure) {
        var changes: [Int32: Change] = [:]
        for (index, page) in drawn.pages.enumerated() {
            for sheet in [page.background, page.furniture] where sheet >= 0 {
                changes[sheets[Int(sheet)].content] = .form(sheet: sheet, page: Int32(index))
            }
            if page.background >= 0 || page.furniture >= 0 {
                changes[sheets[Int(page.content)].resources] = .resources(page: Int32(index))
            }
        }
        for number in file.order where !replaced.contains(number) {
            switch changes[number] {
            case nil: try copy(Int(number))
            case .form(let sheet, let page): try copyForm(Int(number), of: sheet, page: Int(page))
            case .resources(let page): try copyResources(Int(number), of: Int(page))
            }
        }
    }

    private static let chunk = 1 << 18

    private mutating func copy(_ number: Int) throws(Failure) {
        let range = try file.range(of: number)
        var place = min(range.lowerBound + Self.chunk, range.upperBound)
        try out.copy(number, try file.bytes(in: range.lowerBound..<place))
        while place < range.upperBound {
            let next = min(place + Self.chunk, range.upperBound)
            try out.append(try file.bytes(in: place..<next))
            place = next
        }
    }

    private mutating func copyForm(_ number: Int, of sheet: Int32, page: Int) throws(Failure) {
        let size = drawn.template(of: drawn.pages[page]).sheet
        var entries = PDFBytes()
        entries += " /Type /XObject /Subtype /Form /BBox "
        entries.array(0, 0, size.width, size.height)
        entries += " /Resources "
        entries.reference(Int(sheets[Int(sheet)].resources))
        try copy(number, inserting: entries.bytes, after: "<<")
    }

    private mutating func copyResources(_ number: Int, of page: Int) throws(Failure) {
        let page = drawn.pages[page]
        var forms = PDFBytes()
        for (name, sheet) in [(Self.backgroundName, page.background), (Self.furnitureName, page.furniture)]
        where sheet >= 0 {
            forms += " "
            forms += name
            forms += " "
            forms.reference(Int(sheets[Int(sheet)].content))
        }
        if try file.dictionary(number)["/XObject"] != nil {
            try copy(number, inserting: forms.bytes, after: "/XObject <<")
        } else {
            try copy(number, inserting: " /XObject <<".utf8 + forms.bytes + " >>".utf8, after: "<<")
        }
    }

    /// Copies an object with something inserted behind the first occurrence of a word.
    private mutating func copy(_ number: Int, inserting entries: [UInt8], after word: StaticString) throws(Failure) {
        var bytes = try file.bytes(of: number)
        let found = word.withUTF8Buffer { word in bytes.firstRange(of: word) }
        guard let found else { throw CairoFile.unexpected }
        bytes.insert(contentsOf: entries, at: found.upperBound)
        try out.copy(number, bytes)
    }

    // MARK: Pages

    private mutating func writePages(tree: Int) throws(Failure) {
        var links = drawn.links.indices.lazy.filter { [drawn] in drawn.links[$0].isAlive }.makeIterator()
        var next = links.next()
        for (index, page) in drawn.pages.enumerated() {
            var own: [Int] = []
            while let link = next, drawn.links[link].page == index {
                own.append(link)
                next = links.next()
            }
            try writePage(page, index: index, links: own, tree: tree)
        }
        let count = pageObjects.count
        try out.add(tree, opening: "<< /Type /Pages /Kids [", pageObjects) { bytes, page in
            bytes += " "
            bytes.reference(Int(page))
        } closing: { bytes in
            bytes += " ] /Count "
            bytes += count
            bytes += " >>"
        }
    }

    private mutating func writePage(_ page: DrawnDocument.Page, index: Int, links: [Int], tree: Int) throws(Failure) {
        let template = drawn.template(of: page)
        let sheet = template.sheet
        let content = sheets[Int(page.content)]
        let before = page.background >= 0 ? wrappers.beforeWithBackground : page.furniture >= 0 ? wrappers.before : 0
        let after = page.furniture >= 0 ? wrappers.afterWithFurniture : page.background >= 0 ? wrappers.after : 0
        let linkObjects = linkObjects
        let isTagged = drawn.tree != nil
        try out.add(Int(pageObjects[index])) { bytes in
            bytes += "<< /Type /Page /Parent "
            bytes.reference(tree)
            bytes += " /MediaBox "
            bytes.array(0, 0, sheet.width, sheet.height)
            if template.bleed > 0 {
                bytes += " /BleedBox "
                bytes.array(0, 0, sheet.width, sheet.height)
                bytes += " /TrimBox "
                bytes.array(
                    template.bleed, template.bleed, sheet.width - template.bleed, sheet.height - template.bleed)
            }
            bytes += " /Contents ["
            for stream in [before, Int(content.content), after] where stream > 0 {
                bytes += " "
                bytes.reference(stream)
            }
            bytes += " ] /Resources "
            bytes.reference(Int(content.resources))
            bytes += " /Group << /Type /Group /S /Transparency /I true /CS /DeviceRGB >>"
            if isTagged {
                bytes += " /Tabs /S /StructParents "
                bytes += index
            }
            if !links.isEmpty {
                bytes += " /Annots ["
                for link in links {
                    bytes += " "
                    bytes.reference(Int(linkObjects[link]))
                }
                bytes += " ]"
            }
            bytes += " >>"
        }
    }

    // MARK: Links and destinations

    private mutating func writeLinks() throws(Failure) {
        for (index, link) in drawn.links.enumerated() where link.isAlive {
            let template = drawn.template(of: drawn.pages[Int(link.page)])
            let key = drawn.tree == nil ? nil : drawn.pages.count + index
            try out.add(Int(linkObjects[index])) { $0.link(link, on: template, key: key) }
        }
    }

    /// A place as an explicit destination.
    private func place(_ place: Places.Place, _ bytes: inout PDFBytes) {
        let template = drawn.template(of: drawn.pages[place.page])
        bytes += "[ "
        bytes.reference(Int(pageObjects[place.page]))
        bytes += " /XYZ 0 "
        bytes += template.sheet.height - template.bleed - place.y
        bytes += " null ]"
    }

    /// Writes the named destinations; 0 if there are none.
    private mutating func writeDestinations() throws(Failure) -> Int {
        let names = drawn.places.destinations.keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        guard !names.isEmpty else { return 0 }
        let number = out.allocate()
        let places = drawn.places.destinations
        let this = self
        try out.add(number, opening: "<< /Names [", names) { bytes, name in
            guard let place = places[String(decoding: name, as: UTF8.self)] else { return }
            bytes += "\n"
            bytes.literal(name)
            bytes += " "
            this.place(place, &bytes)
        } closing: {
            $0 += " ] >>"
        }
        return number
    }

    // MARK: Catalogue

    private mutating func writeCatalogue(
        _ number: Int, tree: Int, names: Int, outlines: Int, structure: Int
    ) throws(Failure) {
        let info = info
        let isRightToLeft = drawn.templates.first?.direction == .rightToLeft
        try out.add(number) { bytes in
            bytes += "<< /Type /Catalog /Pages "
            bytes.reference(tree)
            if let language = info.language {
                bytes += " /Lang "
                bytes.text(language)
            }
            if names > 0 {
                bytes += " /Names << /Dests "
                bytes.reference(names)
                bytes += " >>"
            }
            if outlines > 0 {
                bytes += " /Outlines "
                bytes.reference(outlines)
                bytes += " /PageMode /UseOutlines"
            }
            if structure > 0 {
                bytes += " /MarkInfo << /Marked true >> /StructTreeRoot "
                bytes.reference(structure)
            }
            if info.title != nil || isRightToLeft {
                bytes += " /ViewerPreferences <<"
                if info.title != nil { bytes += " /DisplayDocTitle true" }
                if isRightToLeft { bytes += " /Direction /R2L" }
                bytes += " >>"
            }
            bytes += " >>"
        }
    }
}

extension PDFBytes {
    /// Appends the annotation of a link. `key` is its place in the tree of parents, if the document is tagged.
    fileprivate mutating func link(_ link: DrawnDocument.Link, on template: PageTemplate, key: Int?) {
        let bleed = template.bleed
        let height = template.sheet.height
        self += "<< /Type /Annot /Subtype /Link /F 4 /Border [ 0 0 0 ] /Rect "
        array(
            link.place.left + bleed, height - link.place.bottom - bleed, link.place.right + bleed,
            height - link.place.top - bleed)
        switch link.target {
        case .address(let address):
            self += " /A << /S /URI /URI "
            self.address(address)
            self += " >>"
        case .destination(let name):
            self += " /Dest "
            literal(name.utf8)
        }
        if let key {
            self += " /StructParent "
            self += key
        }
        self += " >>"
    }

    fileprivate mutating func information(_ info: DocumentInfo) {
        self += "<< /Producer (Formwright)"
        let entries: [(StaticString, String?)] = [
            (" /Title ", info.title), (" /Author ", info.author), (" /Subject ", info.subject),
            (" /Keywords ", info.keywords),
        ]
        for (key, value) in entries {
            guard let value else { continue }
            self += key
            text(value)
        }
        self += " >>"
    }
}
