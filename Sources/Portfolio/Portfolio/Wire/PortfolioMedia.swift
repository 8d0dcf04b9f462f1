extension AppPortfolio {
    /// Replaces every address of a picture or video.
    ///
    /// In `portfolio.json` these are names; see ``MediaName``. Links from the person are not media and stay unchanged.
    package mutating func mapMedia(_ address: (String) -> String) {
        for section in sections.indices {
            for block in sections[section].blocks.indices {
                sections[section].blocks[block].content = sections[section].blocks[block].content.mapMedia(address)
            }
        }
    }

    /// The distinct addresses of all pictures and videos in order of appearance.
    package var mediaAddresses: [String] {
        var seen: Set<String> = []
        var result: [String] = []
        for block in sections.flatMap(\.blocks) {
            _ = block.content.mapMedia { address in
                if seen.insert(address).inserted { result.append(address) }
                return address
            }
        }
        return result
    }
}

extension AppBlock.Content {
    fileprivate func mapMedia(_ address: (String) -> String) -> Self {
        switch self {
        case .media(var content):
            for index in content.sources.indices { content.sources[index].url = address(content.sources[index].url) }
            content.thumbnail.url = address(content.thumbnail.url)
            return .media(content)
        case .gallery(var content):
            for index in content.items.indices {
                content.items[index].url = address(content.items[index].url)
                content.items[index].thumbnailURL = address(content.items[index].thumbnailURL)
            }
            return .gallery(content)
        case .expandableText, .externalLink, .callToAction, .metric: return self
        }
    }
}
