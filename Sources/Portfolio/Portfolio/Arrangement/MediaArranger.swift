/// Assigns captions and alternative texts to pictures, videos and pages.
struct MediaArranger {
    let arranger: Arranger
    let selection: Selection

    /// The maximum number of pages shown of a PDF.
    static let pageLimit = 20

    private var manifest: PortfolioManifest { arranger.contents.manifest }

    /// Returns one picture for each page of an input with a rendition, at most 20.
    func media(_ input: Int) -> [ArrangedMedia] {
        guard let analysis = arranger.contents.analysis(of: input) else { return [] }
        let pages = Array(Set(analysis.renditions.map(\.page)).sorted().prefix(Self.pageLimit))
        let (altText, source) = altText(input)
        return pages.enumerated().map { place, page in
            let isSingle = pages.count == 1
            return ArrangedMedia(
                input: input, page: page, isVideo: analysis.type == .video, caption: place == 0 ? caption(input) : nil,
                altText: isSingle ? altText : "\(altText), page \(place + 1) of \(pages.count)", altTextSource: source)
        }
    }

    /// Returns the caption, from the person's own words or else the metadata.
    private func caption(_ input: Int) -> String? {
        let given = manifest.inputs[input]
        let texts = [
            given.name.flatMap { arranger.edition.captions?[$0] }, given.caption, given.description,
            arranger.editionTitle(input), given.title, arranger.contents.analysis(of: input)?.caption,
        ]
        return texts.lazy.compactMap { $0?.asLine.nonEmpty }.first?.shortened(to: PortfolioLimits.caption)
    }

    private func altText(_ input: Int) -> (String, ArrangedMedia.AltTextSource) {
        let given = manifest.inputs[input]
        let chosen = given.name.flatMap { arranger.edition.altTexts?[$0] }?.asLine.nonEmpty
        if let text = chosen ?? given.altText?.asLine.nonEmpty {
            return (text.shortened(to: PortfolioLimits.caption), .given)
        }
        let analysis = arranger.contents.analysis(of: input)
        if let text = analysis?.altText?.asLine.nonEmpty {
            return (text.shortened(to: PortfolioLimits.caption), .metadata)
        }
        if let text = caption(input) { return (text, .caption) }
        return (placeText(input), .rule)
    }

    /// Returns a text such as "TITLE, picture 3 of 12" for an undescribed picture.
    private func placeText(_ input: Int) -> String {
        let type = arranger.scores.inputs[input].type
        let work = manifest.inputs[input].work
        let title = work.flatMap(arranger.workTitle) ?? manifest.title
        let peers = selection.media.filter {
            arranger.scores.inputs[$0].type == type && manifest.inputs[$0].work == work
        }
        let place = (peers.firstIndex(of: input) ?? 0) + 1
        let noun =
            switch type {
            case .video: "video"
            case .document: "document"
            case .picture, .text, .link, nil: "picture"
            }
        return "\(title), \(noun) \(place) of \(peers.count)"
    }
}

extension Arranger {
    /// Returns the title of a work from the edition, or else from its folder.
    func workTitle(_ folder: String) -> String? {
        edition.titles?[folder]?.asLine.nonEmpty
            ?? contents.manifest.works.first { $0.folder == folder }?.title.asLine.nonEmpty
    }
}
