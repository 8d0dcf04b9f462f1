import FailureModel

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
        let best = inputs.ranked(pictures.map(\.index), first: chosen)
        let replacements = NearDuplicates.replacements(among: best) { inputs[$0].similar.contains($1) }
        for (index, better) in replacements {
            inputs[index].duplicateOf = better
            let other = contents.manifest.label(of: better)
            inputs[index].duplicateReason =
                chosen.contains(better)
                ? "Looks the same as “\(other)”, which was chosen for the cover."
                : "Looks the same as “\(other)”, which has the better score or comes first."
        }
    }
}

extension [InputScores] {
    /// Returns inputs in the order of their final scores, those in `first` before all others; ties by input order.
    package func ranked(_ indices: [Int], first: Set<Int> = []) -> [Int] {
        indices.sorted { left, right in
            let (isLeftFirst, isRightFirst) = (first.contains(left), first.contains(right))
            if isLeftFirst != isRightFirst { return isLeftFirst }
            if self[left].final != self[right].final { return self[left].final > self[right].final }
            return left < right
        }
    }
}
