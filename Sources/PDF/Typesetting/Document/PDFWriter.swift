import FailureModel
import Foundation

/// Writes the finished document: cairo's objects, and what cairo 1.16 cannot write.
///
/// Cairo's content streams, fonts and pictures are copied as they are. Its pages, its structure and its catalogue are
/// replaced: several of its pages become one, of which those with decorations and running lines are form XObjects marked
/// as artifacts; the structure has alternative texts, languages and attributes. Objects are read and written one by one,
/// where libqpdf would hold all of them in memory.
struct PDFWriter {
    let file: CairoFile
    let drawn: DrawnDocument
    let info: DocumentInfo
    let statesColors: Bool
    var out: ObjectWriter

    /// What cairo has drawn on one of its pages.
    struct Sheet {
        var content: Int32
        var resources: Int32
    }

    let sheets: [Sheet]
    /// The object of each page.
    let pageObjects: [Int32]
    /// The objects of the forms and wrappers that pages share.
    var wrappers = Wrappers()
    /// The objects of links, by their index, and the elements for screen readers.
    var linkObjects: [Int32] = []

    /// Streams around a page's content, each the same on all pages.
    struct Wrappers {
        var beforeWithBackground = 0
        var before = 0
        var after = 0
        var afterWithFurniture = 0
    }

    init(
        _ spool: Spool, _ drawn: DrawnDocument, info: DocumentInfo, statesColors: Bool, packsObjects: Bool,
        write: @escaping (Data) throws(Failure) -> Void
    ) throws(Failure) {
        file = try CairoFile(spool)
        self.drawn = drawn
        self.info = info
        self.statesColors = statesColors
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
        out = try ObjectWriter(size: file.size, free: dropped, packsObjects: packsObjects, write: write)
        replaced = Set(dropped).union(pageObjects)
    }

    /// Objects of cairo's that are not copied.
    let replaced: Set<Int32>

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
        let outlines = try OutlineWriter(drawn).write(to: &out, place: place)
        var structure = 0
        if let tree = drawn.tree {
            let writer = StructureWriter(
                tree: tree, pages: pageObjects, linkObjects: linkObjects, links: drawn.links)
            structure = try writer.write(to: &out)
        }
        let metadata = try writeStream(Array(info.xmp.utf8), entries: "/Type /Metadata /Subtype /XML ")
        let profile = statesColors ? try writeStream(SRGBProfile.bytes, entries: "/N 3 ") : 0
        try writeCatalogue(
            catalogue, tree: tree, names: names, outlines: outlines, structure: structure, metadata: metadata,
            profile: profile)
        let info = info
        try out.add(information) { $0.information(info) }
        try out.finish(catalogue: catalogue, info: information)
    }
}
