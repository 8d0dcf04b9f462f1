/// Chooses the opening of a portfolio: a picture or video, figures, and the introduction.
///
/// Only some categories open with figures.
struct HookArranger {
    let arranger: Arranger
    let selection: Selection

    /// The input on the cover; `nil` if there is neither a picture nor a video.
    var cover: Int? { choice?.input }

    /// The introduction: the best text of that role.
    var intro: Int? { arranger.texts(selection, .intro).first }

    var blocks: [ArrangedBlock] {
        var blocks: [ArrangedBlock] = []
        if let (input, reason) = choice {
            let score = arranger.scores.inputs[input].final
            let media = MediaArranger(arranger: arranger, selection: selection).media(input)
            blocks.append(
                ArrangedBlock(
                    id: arranger.blockID(.hook, input), content: .media(media[0]), score: score,
                    priority: arranger.priority(score), reasons: [reason, arranger.scoreReason(input)]))
        }
        if arranger.category?.leadsWithMetrics == true, let metrics = arranger.metrics(selection, in: .hook) {
            blocks.append(metrics)
        }
        if let intro {
            blocks.append(arranger.textBlock(intro, in: .hook, "It introduces the person."))
        }
        return blocks
    }

    private var choice: (input: Int, reason: String)? {
        let manifest = arranger.contents.manifest
        if let name = arranger.edition.cover,
            let input = selection.media.first(where: { manifest.inputs[$0].name == name })
        {
            return (input, "The edition names it for the cover.")
        }
        if let input = selection.media.first(where: { manifest.inputs[$0].isCover }) {
            return (input, "The person chose it for the cover.")
        }
        let video = best(.video)
        let picture = best(.picture)
        if arranger.category?.leadsWithVideo == true, let video {
            return (video, "It is the best video, and videos lead in this category.")
        }
        if let picture {
            return (picture, "It is the best picture; those that are tall or very wide count less here.")
        }
        return video.map { ($0, "It is the best video, and there is no picture.") }
    }

    private func best(_ type: ContentType) -> Int? {
        let inputs = arranger.scores.inputs
        return selection.media.filter { inputs[$0].type == type }.max { left, right in
            let (leftWorth, rightWorth) = (worth(left, type), worth(right, type))
            // `max` returns the last of equal elements, and the first is wanted.
            return leftWorth == rightWorth ? left > right : leftWorth < rightWorth
        }
    }

    /// Returns the final score, reduced for a tall or very wide picture.
    private func worth(_ input: Int, _ type: ContentType) -> Double {
        let final = arranger.scores.inputs[input].final
        guard type == .picture, let picture = arranger.contents.analysis(of: input)?.picture else { return final }
        return (1.2...2.4).contains(picture.aspectRatio) ? final : final * 0.85
    }
}
