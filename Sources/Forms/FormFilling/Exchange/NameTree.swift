/// Fields by the parts of their names, as nested in FDF and XFDF.
struct NameTree {
    /// A part of a name, and the value of the field that ends there.
    struct Node {
        var part: String
        var value: ExistingValues.Value?
        var kids: [Int] = []
    }

    private(set) var nodes = [Node(part: "")]
    private var places: [Place: Int] = [:]

    private struct Place: Hashable {
        var parent: Int
        var part: String
    }

    /// The nodes without a parent.
    var roots: [Int] { nodes[0].kids }

    /// Creates the tree; what is nested more deeply than any form does is one part.
    init(_ fields: [ExistingValues.Entry]) {
        for field in fields {
            var node = 0
            for part in field.name.split(separator: ".", maxSplits: 63, omittingEmptySubsequences: false)
                .map(String.init)
            {
                node = kid(of: node, part)
            }
            nodes[node].value = field.value
        }
    }

    private mutating func kid(of parent: Int, _ part: String) -> Int {
        let place = Place(parent: parent, part: part)
        if let known = places[place] { return known }
        nodes.append(Node(part: part))
        nodes[parent].kids.append(nodes.count - 1)
        places[place] = nodes.count - 1
        return nodes.count - 1
    }
}
