import FailureModel
import Values

/// Computes the scores of a portfolio: from a manifest and analyses only, so that they are the same on any day.
package enum PortfolioScorer {
    /// Returns the scores of all inputs.
    package static func scores(of contents: PortfolioContents) -> PortfolioScores {
        let manifest = contents.manifest
        let weights = CategoryWeights(of: manifest.category)
        let referenceDay = contents.referenceDay
        let words = CategoryWords(of: manifest.category)
        var inputs = manifest.inputs.indices.map { index in
            if let failure = contents.failure(of: index) {
                return InputScores(input: index, failure: failure.code.rawValue)
            }
            return InputScorer(
                contents: contents, index: index, weights: weights, words: words, referenceDay: referenceDay
            ).scores
        }
        compareAll(&inputs, contents)
        return PortfolioScores(
            category: manifest.category, weights: weights, referenceDay: referenceDay?.description, inputs: inputs)
    }

    /// Finds the pictures that look the same, and which of them stay.
    ///
    /// Pictures of several pages are not compared: with the first page, the others would be left out too.
    private static func compareAll(_ inputs: inout [InputScores], _ contents: PortfolioContents) {
        let pictures: [(index: Int, facts: PictureFacts)] = inputs.indices.compactMap { index in
            guard let analysis = contents.analysis(of: index), analysis.type == .picture, analysis.pages ?? 1 <= 1,
                let facts = analysis.picture
            else { return nil }
            return (index, facts)
        }
        for (place, left) in pictures.enumerated() {
            for right in pictures[(place + 1)...] where NearDuplicates.areAlike(left.facts, right.facts) {
                inputs[left.index].similar.append(right.index)
                inputs[right.index].similar.append(left.index)
            }
        }
        let chosen = Set(contents.manifest.inputs.indices.filter { contents.manifest.inputs[$0].isCover })
        for (index, better) in inputs.replacements(contents, chosen: chosen, omitted: []) {
            inputs[index].duplicateOf = better
            let other = contents.manifest.label(of: better)
            inputs[index].duplicateReason =
                chosen.contains(better)
                ? "Looks the same as “\(other)”, which was chosen for the cover."
                : "Looks the same as “\(other)”, which has less noise, is larger or sharper, or comes first."
        }
    }
}

extension [InputScores] {
    /// Returns inputs in the order of their final scores; ties by input order.
    package func ranked(_ indices: [Int]) -> [Int] {
        indices.sorted { left, right in
            if self[left].final != self[right].final { return self[left].final > self[right].final }
            return left < right
        }
    }

    /// Returns the pictures that look the same as one that stays, each with that one.
    ///
    /// - Parameters:
    ///   - contents: What the inputs are.
    ///   - chosen: The pictures that stay because the person chose them.
    ///   - omitted: Inputs that are shown nowhere, and replace nothing.
    /// - Returns: The pictures that are left out, each with the one that is shown instead.
    func replacements(_ contents: PortfolioContents, chosen: Set<Int>, omitted: Set<Int>) -> [Int: Int] {
        NearDuplicates.replacements(
            among: indices.compactMap { input in
                guard !self[input].similar.isEmpty, !omitted.contains(input),
                    let facts = contents.analysis(of: input)?.picture
                else { return nil }
                return NearDuplicates.Candidate(
                    input: input, facts: facts, similar: Set(self[input].similar), isChosen: chosen.contains(input))
            })
    }
}
