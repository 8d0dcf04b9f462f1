import FailureModel
import Foundation
import PDFSyntax

/// Writes the finished document from cairo's objects, with additions that cairo 1.16 cannot write.
///
/// Cairo's content streams, fonts and pictures are copied unchanged. Its pages, structure and catalogue are replaced.
/// Several of its pages become one: those with decorations and running lines become form XObjects marked as artifacts.
/// The structure has alternative texts, languages and attributes. Objects are read and written one at a time, where
/// libqpdf would hold all of them in memory.
struct PDFWriter {
    let file: PlainPDF
    let drawn: DrawnDocument
    let info: DocumentInfo
    let options: TypesettingOptions
    let conformance: Conformance
    var out: ObjectWriter

    /// The objects of a page drawn by cairo.
    struct Sheet {
        var content: Int32
        var resources: Int32
    }

    let sheets: [Sheet]
    /// The object of each page.
    let pageObjects: [Int32]
    /// The objects of the wrappers shared by pages.
    var wrappers = Wrappers()
    /// The objects of links by index; 0 for dead links.
    var linkObjects: [Int32] = []

    /// Streams around a page's content, equal on all pages.
    struct Wrappers {
        var beforeWithBackground = 0
        var before = 0
        var after = 0
        var afterWithFurniture = 0
    }

    init(
        _ spool: Spool, _ drawn: DrawnDocument, info: DocumentInfo, options: TypesettingOptions,
        write: @escaping (Data) throws(Failure) -> Void
    ) throws(Failure) {
        let file = try PlainPDF(spool)
        self.file = file
        self.drawn = drawn
        self.info = info
        self.options = options
        conformance = Conformance(of: drawn, info: info, options: options)
        guard file.pages.count == Int(drawn.sheetCount) else { throw PlainPDF.unexpected }
        var sheets: [Sheet] = []
        sheets.reserveCapacity(file.pages.count)
        for page in file.pages {
            let (content, resources) = try file.drawing(of: page)
            guard let resources = PDFReference.first(in: resources) else { throw PlainPDF.unexpected }
            sheets.append(Sheet(content: Int32(content), resources: Int32(resources)))
        }
        self.sheets = sheets
        pageObjects = drawn.pages.map { Int32(file.pages[Int($0.content)]) }
        let kept = Set(pageObjects)
        let dropped = (try file.frame() + file.pages.lazy.filter { !kept.contains(Int32($0)) }).map { Int32($0) }
        out = try ObjectWriter(size: file.size, free: dropped, packsObjects: options.packsObjects, write: write)
        replaced = Set(dropped).union(pageObjects)
    }

    /// The objects of cairo that are not copied.
    let replaced: Set<Int32>

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
        let metadata = try writeStream(
            Array(info.xmp(stating: conformance).utf8), entries: "/Type /Metadata /Subtype /XML ")
        let profile =
            options.statesColors || options.isArchival ? try writeStream(SRGBProfile.bytes, entries: "/N 3 ") : 0
        try writeCatalogue(
            catalogue, tree: tree, names: names, outlines: outlines, structure: structure, metadata: metadata,
            profile: profile)
        let info = info
        try out.add(information) { $0.information(info) }
        try out.finish(catalogue: catalogue, info: information)
    }
}
