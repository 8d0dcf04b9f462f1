extension PDFFile {
    /// The nesting depth beyond which fields count as a loop.
    package static let deepestField = 64

    /// Turns a graph of fields into a tree, with each at its first position.
    ///
    /// Viewers such as poppler visit a field as often as it is listed: thirty fields with two identical kids each make
    /// a billion visits. A few fields listed twice are common and harmless, and stay unchanged.
    ///
    /// - Returns: Whether anything was changed.
    package func untangleFields() throws(QPDFError) -> Bool {
        let form = root["/AcroForm"]
        guard form.isDictionary else { return false }
        var known: [PDFObjectIdentity: Int] = [:]
        var fields = 0
        let visits = countVisits(form, "/Fields", depth: 0, known: &known, fields: &fields)
        try check()
        guard visits > 2 * fields + 64 else { return false }
        var visited: Set<PDFObjectIdentity> = []
        keepFirst(form, "/Fields", depth: 0, visited: &visited)
        try check()
        return true
    }

    /// Returns the number of field visits below a node when all kids are followed.
    ///
    /// The maximum is `mostVisits`, which also stands for an endless loop. `known` holds the visits of the fields
    /// counted so far, and `fields` the number of distinct fields.
    private func countVisits(
        _ node: PDFObject, _ key: String, depth: Int, known: inout [PDFObjectIdentity: Int], fields: inout Int
    ) -> Int {
        guard depth < Self.deepestField else { return Self.mostVisits }
        var total = 0
        for child in node[key].items {
            if let identity = child.identity, let count = known[identity] {
                total += count
            } else {
                fields += 1
                // Set while the field's kids are visited, in case it is one of them.
                if let identity = child.identity { known[identity] = Self.mostVisits }
                let below = countVisits(child, "/Kids", depth: depth + 1, known: &known, fields: &fields)
                let count = min(Self.mostVisits, 1 + below)
                if let identity = child.identity { known[identity] = count }
                total += count
            }
            total = min(total, Self.mostVisits)
        }
        return total
    }

    private static let mostVisits = 1 << 40

    private func keepFirst(_ node: PDFObject, _ key: String, depth: Int, visited: inout Set<PDFObjectIdentity>) {
        let children = node[key].items
        let kept = newArray()
        var count = 0
        for child in children {
            if let identity = child.identity, !visited.insert(identity).inserted { continue }
            kept.append(child)
            count += 1
            if depth + 1 < Self.deepestField {
                keepFirst(child, "/Kids", depth: depth + 1, visited: &visited)
            } else {
                child.remove("/Kids")
            }
        }
        if count < children.count { node.set(key, kept) }
    }
}
