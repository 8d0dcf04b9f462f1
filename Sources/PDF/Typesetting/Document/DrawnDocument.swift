import Geometry

/// What has been drawn, and what there is to know about it besides the drawing.
struct DrawnDocument {
    var templates: [PageTemplate] = []
    var pages: [Page] = []
    /// The number of pages that cairo has drawn, of which several belong to one page.
    var sheetCount: Int32 = 0
    /// The structure, if the document is tagged.
    var tree: StructureTree?
    var places = Places()
    var links: [Link] = []
    /// Whether a picture stores 0 for full ink.
    var hasInvertedInks = false
    /// Whether a picture may be drawn several times on a page.
    var repeatsPictures = false

    /// Whether pages of other PDFs are drawn.
    var hasDocumentPages = false

    /// A page, by the indices of what cairo has drawn for it; -1 for nothing.
    struct Page {
        /// The index of the template.
        var template: Int32
        var content: Int32
        var background: Int32 = -1
        var furniture: Int32 = -1
    }

    /// A part of a link on one line.
    struct Link {
        /// From 0.
        var page: Int32
        /// In coordinates of the finished page.
        var place: Region
        var target: LinkTarget
        /// The text of the whole link.
        var text: String
        /// Its element in the structure, if the document is tagged.
        var owner: StructureTree.Element?
        /// Whether its target exists.
        var isAlive = true
    }

    func template(of page: Page) -> PageTemplate { templates[Int(page.template)] }

    /// Warns about links to places that the document does not have.
    ///
    /// They are not written.
    mutating func dropDeadLinks() {
        for index in links.indices {
            guard case .destination(let name) = links[index].target, places.destinations[name] == nil else { continue }
            links[index].isAlive = false
            places.warn(TypesettingWarning(kind: .unknownDestination(name), page: Int(links[index].page)))
        }
    }
}
