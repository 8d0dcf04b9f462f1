extension PDFFile {
    /// Fields nested more deeply than this are taken to form a loop.
    package static let deepestField = 64

    /// Turns a form whose fields form a graph into a tree: a field that is listed in several places stays only in the
    /// first.
    ///
    /// Viewers, poppler among them, visit a field as often as it is listed: thirty fields, each with two identical
    /// kids, make a billion visits. A few fields listed twice are common and harmless, and stay as they are.
    ///
    /// - Returns: whether anything was changed.
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

    /// The number of fields visited below a node by following all kids; at most `mostVisits`, which also stands for an
    /// endless loop.
    ///
    /// `known` holds the number of visits for the fields counted so far, `fields` the number of different fields.
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
                // Set while the field's own kids are visited, in case it is among them.
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
