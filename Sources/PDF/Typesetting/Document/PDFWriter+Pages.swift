import FailureModel
import Geometry
import PDFSyntax

/// The pages and the document-level objects.
extension PDFWriter {
    mutating func writePages(tree: Int) throws(Failure) {
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

    mutating func writeLinks() throws(Failure) {
        for (index, link) in drawn.links.enumerated() where link.isAlive {
            let template = drawn.template(of: drawn.pages[Int(link.page)])
            let key = drawn.tree == nil ? nil : drawn.pages.count + index
            try out.add(Int(linkObjects[index])) { $0.link(link, on: template, key: key) }
        }
    }

    /// Appends a place as an explicit destination.
    func place(_ place: Places.Place, _ bytes: inout PDFBytes) {
        let template = drawn.template(of: drawn.pages[place.page])
        bytes += "[ "
        bytes.reference(Int(pageObjects[place.page]))
        bytes += " /XYZ 0 "
        bytes += template.sheet.height - template.bleed - place.y
        bytes += " null ]"
    }

    /// Writes the named destinations; returns 0 without any.
    mutating func writeDestinations() throws(Failure) -> Int {
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

    mutating func writeCatalogue(
        _ number: Int, tree: Int, names: Int, outlines: Int, structure: Int, metadata: Int, profile: Int
    ) throws(Failure) {
        let info = info
        let isRightToLeft = drawn.templates.first?.direction == .rightToLeft
        try out.add(number) { bytes in
            bytes += "<< /Type /Catalog /Pages "
            bytes.reference(tree)
            bytes += " /Metadata "
            bytes.reference(metadata)
            if let language = info.language {
                bytes += " /Lang "
                bytes.text(language)
            }
            if profile > 0 {
                bytes += " /OutputIntents [ << /Type /OutputIntent /S /GTS_PDFA1"
                bytes += " /OutputConditionIdentifier (sRGB IEC61966-2.1) /Info (sRGB) /DestOutputProfile "
                bytes.reference(profile)
                bytes += " >> ]"
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
    /// Appends the annotation of a link.
    ///
    /// `key` is its key in the parent tree, if the document is tagged.
    fileprivate mutating func link(_ link: DrawnDocument.Link, on template: PageTemplate, key: Int?) {
        self += "<< /Type /Annot /Subtype /Link /F 4 /Border [ 0 0 0 ] /Rect "
        rectangle(template.rectangle(of: link.place))
        self += " /Contents "
        text(link.text)
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

    mutating func information(_ info: DocumentInfo) {
        self += "<< /Producer "
        text(DocumentInfo.producer)
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
