/// An index from the names that an edition uses to inputs and works.
///
/// Names that differ only in the encoding of their accents are equal.
package struct InputNames: Hashable, Sendable {
    /// The inputs by name; several if two uploads had the same name.
    package let inputs: [String: [Int]]
    /// The folders of works.
    package let folders: Set<String>

    /// Collects the names of a manifest.
    package init(_ manifest: PortfolioManifest) {
        var inputs: [String: [Int]] = [:]
        for (index, input) in manifest.inputs.enumerated() {
            if let name = input.name { inputs[name, default: []].append(index) }
        }
        self.inputs = inputs
        folders = Set(manifest.works.map(\.folder))
    }

    /// Returns the inputs with the given names.
    package func inputs(named names: [String]?) -> Set<Int> {
        Set((names ?? []).flatMap { inputs[$0] ?? [] })
    }
}

extension [InputScores] {
    /// Returns inputs in the order of an edition, then the rest by final score.
    func ordered(_ indices: [Int], by names: InputNames, _ edition: PortfolioEdition) -> [Int] {
        let ranked = ranked(indices)
        guard let order = edition.order, !order.isEmpty else { return ranked }
        var places: [Int: Int] = [:]
        for (place, name) in order.enumerated() {
            for input in names.inputs[name] ?? [] where places[input] == nil { places[input] = place }
        }
        // Two inputs can share a name, and so a place.
        return ranked.enumerated().sorted { left, right in
            (places[left.element] ?? order.count, left.offset) < (places[right.element] ?? order.count, right.offset)
        }.map(\.element)
    }
}
