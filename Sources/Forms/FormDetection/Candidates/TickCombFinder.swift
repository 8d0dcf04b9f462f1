import FormModel

/// Finds combs divided by ticks on a rule or at the bottom of a cell.
struct TickCombFinder: CandidateFinder {
    static let leastTicks = 2

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        found.filter { $0.kind == .line && $0.ticks.count >= Self.leastTicks && !$0.edges.textRight }.compactMap {
            line in
            let edges = [line.region.left] + line.ticks + [line.region.right]
            let widths = zip(edges, edges.dropFirst()).map { $1 - $0 }
            let width = widths.sorted()[widths.count / 2]
            guard width >= CombFinder.narrowestCell, width <= CombFinder.widestCell,
                widths.allSatisfy({ abs($0 - width) < 0.25 * width + 0.8 })
            else { return nil }
            var comb = line
            comb.kind = .comb
            comb.evidence = .comb
            comb.combEdges = edges
            comb.partCount = widths.count
            return comb
        }
    }
}
