import FailureModel
import Values

/// Computes the scores of a portfolio.
///
/// They depend only on the manifest and the analyses, so they are the same on any day.
package enum PortfolioScorer {
    /// Returns the scores of all inputs.
    package static func scores(of contents: PortfolioContents) -> PortfolioScores {
        let manifest = contents.manifest
        let weights = CategoryWeights(of: manifest.category)
        let referenceDay = contents.referenceDay
        let words = CategoryWords(of: manifest.category)
        let version = version(for: contents)
        var inputs = manifest.inputs.indices.map { index in
            if let failure = contents.failure(of: index) {
                return InputScores(input: index, failure: failure.code.rawValue)
            }
            return InputScorer(
                contents: contents, index: index, weights: weights, words: words, referenceDay: referenceDay,
                version: version
            ).scores
        }
        compareAll(&inputs, contents)
        return PortfolioScores(
            scorer: version, category: manifest.category, weights: weights, referenceDay: referenceDay?.description,
            inputs: inputs)
    }

    /// Returns the version that can score all pictures.
    ///
    /// Scores of two versions cannot be compared, and files analysed earlier lack the measurements of the second.
    private static func version(for contents: PortfolioContents) -> PictureQuality.Version {
        let isComplete = contents.manifest.inputs.indices.allSatisfy { index in
            guard let analysis = contents.analysis(of: index), analysis.type == .picture, let picture = analysis.picture
            else { return true }
            return picture.features.details != nil
        }
        return isComplete ? .second : .first
    }

    /// Finds pictures that look the same, and decides which to keep.
    ///
    /// Pictures with several pages are not compared, because all pages would be left out with the first.
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
    /// Returns inputs sorted by final score, with ties in input order.
    package func ranked(_ indices: [Int]) -> [Int] {
        indices.sorted { left, right in
            if self[left].final != self[right].final { return self[left].final > self[right].final }
            return left < right
        }
    }

    /// Returns the replacements of pictures that look the same as another.
    ///
    /// - Parameters:
    ///   - contents: The contents of the inputs.
    ///   - chosen: Pictures to keep because the person chose them.
    ///   - omitted: Inputs that are not shown, and so replace nothing.
    /// - Returns: The pictures that are left out, each with the one shown in its place.
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
