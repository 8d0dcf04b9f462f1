import FailureModel
import Values

/// Creates the JSON of an arrangement for apps.
package enum PortfolioJSON {
    /// Returns the answer for a portfolio, with pictures and videos by name.
    ///
    /// Its dates come from the data and not from a clock: the manifest's date, or else that of the newest input, or
    /// 1970-01-01 if no day is known. A service replaces them with those of its document.
    ///
    /// - Parameters:
    ///   - arrangement: The arrangement.
    ///   - contents: The contents on which the arrangement is based.
    ///   - portfolioID: The ID, also for deep links.
    ///   - edition: The edition on which the arrangement is based; only its theme is used.
    /// - Returns: The answer of a success.
    package static func response(
        for arrangement: Arrangement, of contents: PortfolioContents, portfolioID: String,
        edition: PortfolioEdition? = nil
    ) -> PortfolioResponse {
        let manifest = contents.manifest
        let maker = BlockMaker(contents: contents)
        let sections = arrangement.sections.enumerated().map { place, section in
            AppSection(
                section.id, order: place + 1, blocks: section.blocks.map { maker.block($0, in: section.id) })
        }
        let date = "\(contents.referenceDay?.description ?? "1970-01-01")T00:00:00Z"
        let portfolio = AppPortfolio(
            portfolioID: portfolioID, userID: manifest.user, category: manifest.category,
            meta: .init(
                title: manifest.title, subtitle: manifest.subtitle, createdAt: date, updatedAt: date,
                language: manifest.language, theme: (edition ?? manifest.edition)?.theme ?? .auto),
            sections: sections,
            navigation: AppNavigation(portfolioID: portfolioID, sections: sections.map(\.sectionID)))
        let failures = manifest.inputs.indices.compactMap { index in
            contents.failure(of: index).map {
                PortfolioResponse.InputFailure(index: index, code: $0.code.rawValue, message: $0.message)
            }
        }
        return PortfolioResponse(
            portfolio: portfolio,
            processingSummary: .init(
                totalInputs: manifest.inputs.count, failed: failures.count, sectionsGenerated: sections.count,
                blocksGenerated: sections.map(\.blocks.count).reduce(0, +)),
            failures: failures,
            leftOut: arrangement.leftOut.map { .init(index: $0.input, reason: $0.reason, of: $0.of) },
            scorer: arrangement.scorer)
    }

    /// Returns the named media of a portfolio with their input and artefact.
    ///
    /// - Returns: The names in order of appearance; those of other origin are omitted.
    package static func media(of portfolio: AppPortfolio) -> [MediaName] {
        portfolio.mediaAddresses.compactMap(MediaName.init)
    }
}

/// Creates the blocks for apps.
private struct BlockMaker {
    let contents: PortfolioContents

    func block(_ block: ArrangedBlock, in section: SectionID) -> AppBlock {
        let content = content(block.content)
        let padding: AppBlock.Padding =
            switch content {
            case .media where section == .hook: .none
            case .callToAction: .large
            default: .medium
            }
        return AppBlock(
            blockID: block.id, content: content,
            visibility: .init(initial: section == .hook ? .expanded : .collapsed, priority: block.priority),
            style: .init(padding: padding))
    }

    private func content(_ content: ArrangedContent) -> AppBlock.Content {
        switch content {
        case .media(let media): .media(self.media(media))
        case .gallery(let media): .gallery(GalleryContent(media.map(item)))
        case .text(let text):
            .expandableText(TextContent(header: text.header, text: text.text, tags: text.tags))
        case .link(let link):
            .externalLink(
                LinkContent(url: link.url, platform: link.platform, title: link.title, description: link.description))
        case .metrics(let metrics): .metric(MetricContent(metrics))
        case .contact:
            .callToAction(
                CallToActionContent(userID: contents.manifest.user, contact: contents.manifest.contact))
        }
    }

    private func media(_ media: ArrangedMedia) -> MediaContent {
        let pictures = pictures(of: media)
        let stream = media.isVideo ? renditions(of: media.input).first { $0.quality == .stream } : nil
        // A video that could not be converted is represented by its poster.
        let sources = stream.map { [$0] } ?? pictures.filter { $0.quality != .thumb }.nonEmpty ?? pictures
        let largest = sources.first
        let blurHash = media.page == 0 ? contents.analysis(of: media.input)?.picture?.blurHash.nonEmpty : nil
        return MediaContent(
            mediaType: stream == nil ? .image : .video,
            sources: sources.enumerated().map { place, rendition in
                .init(
                    url: name(rendition, of: media), quality: place == 0 ? .high : .medium,
                    mimeType: rendition.mediaType)
            },
            thumbnail: .init(
                url: (pictures.last ?? stream).map { name($0, of: media) } ?? "", blurhash: blurHash),
            altText: media.altText, caption: media.caption,
            aspectRatio: AspectRatio.text(width: largest?.width ?? 1, height: largest?.height ?? 1))
    }

    private func item(_ media: ArrangedMedia) -> GalleryContent.Item {
        let pictures = pictures(of: media)
        return GalleryContent.Item(
            url: pictures.first.map { name($0, of: media) } ?? "",
            thumbnailURL: pictures.last.map { name($0, of: media) } ?? "", caption: media.caption, mediaType: .image)
    }

    private func renditions(of input: Int) -> [Rendition] { contents.analysis(of: input)?.renditions ?? [] }

    /// The pictures of a page, largest first.
    private func pictures(of media: ArrangedMedia) -> [Rendition] {
        [.high, .medium, .thumb].compactMap { quality in
            renditions(of: media.input).first { $0.page == media.page && $0.quality == quality }
        }
    }

    private func name(_ rendition: Rendition, of media: ArrangedMedia) -> String {
        MediaName(input: media.input, rendition: rendition.name).description
    }
}

extension Array {
    /// The array, or nil if it is empty.
    fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}
