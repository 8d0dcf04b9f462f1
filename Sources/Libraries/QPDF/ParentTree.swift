/// The tree that maps parts of a tagged document to structure elements (ISO 32000-1, 14.7.4.4).
struct ParentTree {
    private let file: PDFFile
    private let root: PDFObject
    private var entries: [Int: PDFObject] = [:]

    /// The maximum valid key.
    private static let keyLimit = 1 << 30

    /// Reads the tree of a document.
    init(of file: PDFFile) {
        self.file = file
        root = file.root["/StructTreeRoot"]
        var visited: Set<PDFObjectIdentity> = []
        var waiting = [root["/ParentTree"]]
        while let node = waiting.popLast() {
            if let identity = node.identity, !visited.insert(identity).inserted { continue }
            let items = node["/Nums"].items
            for place in stride(from: 0, to: items.count - 1, by: 2) {
                if let key = items[place].integer, (0..<Self.keyLimit).contains(key) { entries[key] = items[place + 1] }
            }
            waiting += node["/Kids"].items
        }
    }

    /// Returns the value for the key of an annotation or page, or null.
    subscript(_ key: PDFObject) -> PDFObject { key.integer.flatMap { entries[$0] } ?? file.newNull() }

    /// Adds a value and returns its key.
    mutating func append(_ value: PDFObject) -> Int {
        let next = root["/ParentTreeNextKey"].integer.map { min(max($0, 0), Self.keyLimit) } ?? 0
        let key = max(next, (entries.keys.max() ?? -1) + 1)
        entries[key] = value
        root.set("/ParentTreeNextKey", file.newInteger(key + 1))
        if !root["/ParentTree"].isDictionary { root.set("/ParentTree", file.indirect(file.newDictionary())) }
        var node = root["/ParentTree"]
        for _ in 0..<PDFFile.deepestField {
            guard let last = node["/Kids"].items.last, last.isDictionary else { break }
            node = last
            let limits = file.newArray()
            limits.append(node["/Limits"].items.first ?? file.newInteger(key))
            limits.append(file.newInteger(key))
            node.set("/Limits", limits)
        }
        node.set("/Nums", file.newArray(node["/Nums"].items + [file.newInteger(key), value]))
        return key
    }
}
