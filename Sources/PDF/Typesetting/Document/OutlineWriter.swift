import FailureModel
import PDFSyntax

/// Writes the outline.
///
/// It is a tree with each heading below the preceding one of a higher rank.
struct OutlineWriter {
    private let headings: [Places.Heading]

    init(_ drawn: DrawnDocument) {
        headings = drawn.places.headings.filter(\.isInOutline)
    }

    /// Writes the outline; `place` appends an explicit destination.
    ///
    /// - Returns: The object's number; 0 without headings.
    func write(
        to out: inout ObjectWriter, place: (Places.Place, inout PDFBytes) -> Void
    ) throws(Failure) -> Int {
        guard !headings.isEmpty else { return 0 }
        let root = out.allocate()
        let numbers = headings.map { _ in out.allocate() }
        let nodes = Self.nodes(of: headings.map(\.placed.level))
        for (index, heading) in headings.enumerated() {
            let node = nodes[index]
            try out.add(numbers[index]) { bytes in
                bytes += "<< /Title "
                bytes.text(Self.title(of: heading.placed.text))
                bytes += " /Parent "
                bytes.reference(node.parent.map { numbers[$0] } ?? root)
                for (key, other) in [
                    (" /Prev ", node.previous), (" /Next ", node.next), (" /First ", node.first),
                    (" /Last ", node.last),
                ] as [(StaticString, Int?)] {
                    guard let other else { continue }
                    bytes += key
                    bytes.reference(numbers[other])
                }
                if node.count > 0 {
                    bytes += " /Count "
                    bytes += node.count
                }
                bytes += " /Dest "
                place(heading.place, &bytes)
                bytes += " >>"
            }
        }
        let top = nodes.indices.filter { nodes[$0].parent == nil }
        try out.add(root) { bytes in
            bytes += "<< /Type /Outlines /Count "
            bytes += headings.count
            if let first = top.first, let last = top.last {
                bytes += " /First "
                bytes.reference(numbers[first])
                bytes += " /Last "
                bytes.reference(numbers[last])
            }
            bytes += " >>"
        }
        return root
    }

    /// Returns a title on one line, as viewers show it.
    private static func title(of text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 250 ? line.prefix(249) + "…" : line
    }

    struct Node {
        var parent: Int?
        var previous: Int?
        var next: Int?
        var first: Int?
        var last: Int?
        /// The number of descendants.
        var count = 0
    }

    /// Returns the tree of headings with the given levels.
    static func nodes(of levels: [Int]) -> [Node] {
        var nodes: [Node] = []
        /// The ancestors of the next item, from the top.
        var path: [Int] = []
        var lastTop: Int?
        for (index, level) in levels.enumerated() {
            while let last = path.last, levels[last] >= level { path.removeLast() }
            var node = Node(parent: path.last)
            node.previous = path.last.map { nodes[$0].last } ?? lastTop
            if let previous = node.previous { nodes[previous].next = index }
            if let parent = path.last {
                if nodes[parent].first == nil { nodes[parent].first = index }
                nodes[parent].last = index
            } else {
                lastTop = index
            }
            nodes.append(node)
            for ancestor in path { nodes[ancestor].count += 1 }
            path.append(index)
        }
        return nodes
    }
}
