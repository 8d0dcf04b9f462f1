extension PDFFile {
    /// Fields nested deeper than this are a loop.
    static let deepestField = 64

    /// Makes a tree of a form whose fields are a graph: a field that is listed in many places stays in the first.
    ///
    /// Viewers, poppler among them, visit a field as often as it is listed, which thirty fields with two kids each, both the
    /// same, make a billion times. A few fields listed twice are common and harmless; they stay as they are.
    ///
    /// - Returns: whether anything had to be changed.
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

    /// How many fields are met below a node by going wherever its kids lead; no more than `mostVisits`, which stands for
    /// endless as well.
    ///
    /// - Parameters:
    ///   - known: the numbers of visits that fields take which have been visited.
    ///   - fields: how many fields there are, each counted once.
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
                // Stands while the field's own kids are visited, in case it is among them.
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
