/// A partition of numbers into sets (union-find).
package struct DisjointSets {
    private var parent: [Int]

    package init(count: Int) {
        parent = Array(0..<count)
    }

    package mutating func join(_ a: Int, _ b: Int) {
        let (a, b) = (root(a), root(b))
        parent[max(a, b)] = min(a, b)
    }

    /// The sets, each in ascending order, sorted by their smallest numbers.
    package var sets: [[Int]] {
        let sets = Dictionary(grouping: parent.indices, by: root)
        return sets.keys.sorted().compactMap { sets[$0] }
    }

    private func root(_ number: Int) -> Int {
        var root = number
        while parent[root] != root { root = parent[root] }
        return root
    }
}
