extension Arrangement {
    /// All pictures, videos and PDF pages in display order.
    package var media: [ArrangedMedia] {
        sections.flatMap(\.blocks).flatMap { block -> [ArrangedMedia] in
            switch block.content {
            case .media(let media): [media]
            case .gallery(let media): media
            case .text, .link, .metrics, .contact: []
            }
        }
    }

    /// Changes every picture, video and PDF page.
    package mutating func changeMedia(_ change: (inout ArrangedMedia) -> Void) {
        for section in sections.indices {
            for block in sections[section].blocks.indices {
                switch sections[section].blocks[block].content {
                case .media(var media):
                    change(&media)
                    sections[section].blocks[block].content = .media(media)
                case .gallery(var media):
                    for index in media.indices { change(&media[index]) }
                    sections[section].blocks[block].content = .gallery(media)
                case .text, .link, .metrics, .contact: break
                }
            }
        }
    }
}
