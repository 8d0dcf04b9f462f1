import Geometry

/// A drawn document with the data that is not part of the drawing.
struct DrawnDocument {
    var templates: [PageTemplate] = []
    var pages: [Page] = []
    /// The number of sheets drawn by cairo.
    ///
    /// Several may belong to one page.
    var sheetCount: Int32 = 0
    /// The structure, if the document is tagged.
    var tree: StructureTree?
    var places = Places()
    var links: [Link] = []
    /// Whether the colours of any picture are inks (CMYK).
    var hasInks = false
    /// Whether any picture stores 0 for full ink.
    var hasInvertedInks = false
    /// Whether a picture may be drawn several times on a page.
    var repeatsPictures = false

    /// Whether pages of other PDFs are drawn.
    var hasDocumentPages = false

    /// A page with the indices of its sheets by cairo; -1 for none.
    struct Page {
        /// The index of the template.
        var template: Int32
        var content: Int32
        var background: Int32 = -1
        var furniture: Int32 = -1
    }

    /// A part of a link on one line.
    struct Link {
        /// The page, from 0.
        var page: Int32
        /// The region in coordinates of the finished page.
        var place: Region
        var target: LinkTarget
        /// The text of the whole link.
        var text: String
        /// Its structure element, if the document is tagged.
        var owner: StructureTree.Element?
        /// Whether its target exists.
        var isAlive = true
    }

    func template(of page: Page) -> PageTemplate { templates[Int(page.template)] }

    /// Removes links with unknown destinations, with a warning for each.
    mutating func dropDeadLinks() {
        for index in links.indices {
            guard case .destination(let name) = links[index].target, places.destinations[name] == nil else { continue }
            links[index].isAlive = false
            places.warn(TypesettingWarning(kind: .unknownDestination(name), page: Int(links[index].page)))
        }
    }
}
