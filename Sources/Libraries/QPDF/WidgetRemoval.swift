extension PDFFile {
    /// Removes widgets from their pages and from the form.
    ///
    /// Every viewer then shows only their stamped replacements. A field that loses its last widget is removed from the
    /// form's tree. The form is removed with the file's last widget, whether or not the tree listed that widget. XFA is
    /// removed as well, because readers that support it would restore the old fields, and so is `/Perms`, the
    /// publisher's signature over the unchanged file, about which Acrobat would warn every reader.
    ///
    /// `widgets` gives, for each page from 0, indices in its `/Annots` (`Widget.index`).
    package func removeWidgets(_ widgets: [Int: Set<Int>]) throws(QPDFError) {
        var removed: Set<PDFObjectIdentity> = []
        let structure = widgets.values.contains { !$0.isEmpty } ? StructureTree(of: self) : nil
        for (index, places) in widgets.sorted(by: { $0.key < $1.key }) where !places.isEmpty {
            let page = try page(index)
            let annotations = page["/Annots"].items
            let kept = newArray()
            for (place, annotation) in annotations.enumerated() {
                if !places.contains(place) {
                    kept.append(annotation)
                } else if let identity = annotation.identity {
                    removed.insert(identity)
                    structure?.remove(annotation)
                }
            }
            if places.count == annotations.count { page.remove("/Annots") } else { page.set("/Annots", kept) }
        }
        let form = root["/AcroForm"]
        guard form.isDictionary, !widgets.isEmpty else { return }
        form.remove("/XFA")
        root.remove("/Perms")
        var pruned: [PDFObjectIdentity: Int] = [:]
        if prune(form, "/Fields", of: removed, depth: 0, pruned: &pruned) == 0, try !hasWidgets() {
            root.remove("/AcroForm")
        }
        try check()
    }

    private func hasWidgets() throws(QPDFError) -> Bool {
        for index in 0..<(try pageCount()) {
            if try page(index)["/Annots"].items.contains(where: \.isWidget) { return true }
        }
        return false
    }

    /// Removes deleted fields below a node, and parents left without kids.
    ///
    /// Returns the number of remaining kids. `pruned` holds this number for the nodes visited so far, so that each is
    /// visited once even if several parents list it.
    private func prune(
        _ node: PDFObject, _ key: String, of removed: Set<PDFObjectIdentity>, depth: Int,
        pruned: inout [PDFObjectIdentity: Int]
    ) -> Int {
        if let identity = node.identity, let left = pruned[identity] { return left }
        guard depth < Self.deepestField else { return 1 }
        // Set while the node's kids are visited, in case it is one of them.
        if let identity = node.identity { pruned[identity] = 1 }
        let children = node[key].items
        let kept = newArray()
        var left = 0
        for child in children {
            if let identity = child.identity, removed.contains(identity) { continue }
            let isBranch = !child["/Kids"].isNull
            if isBranch, prune(child, "/Kids", of: removed, depth: depth + 1, pruned: &pruned) == 0 { continue }
            kept.append(child)
            left += 1
        }
        if left < children.count { node.set(key, kept) }
        if let identity = node.identity { pruned[identity] = left }
        return left
    }
}
