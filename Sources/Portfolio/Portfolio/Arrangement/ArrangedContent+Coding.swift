extension ArrangedContent: Codable {
    private enum CodingKeys: String, CodingKey {
        case media, gallery, text, link, metrics, contact
    }

    /// The key of a value in arrangements made before values were written without it.
    private enum FormerKeys: String, CodingKey {
        case value = "_0"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "The content has no kind."))
        }
        func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
            if let former = try? container.nestedContainer(keyedBy: FormerKeys.self, forKey: key),
                former.contains(.value)
            {
                return try former.decode(type, forKey: .value)
            }
            return try container.decode(type, forKey: key)
        }
        self =
            switch key {
            case .media: .media(try value(ArrangedMedia.self))
            case .gallery: .gallery(try value([ArrangedMedia].self))
            case .text: .text(try value(ArrangedText.self))
            case .link: .link(try value(ArrangedLink.self))
            case .metrics: .metrics(try value([PortfolioMetric].self))
            case .contact: .contact
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .media(let media): try container.encode(media, forKey: .media)
        case .gallery(let media): try container.encode(media, forKey: .gallery)
        case .text(let text): try container.encode(text, forKey: .text)
        case .link(let link): try container.encode(link, forKey: .link)
        case .metrics(let metrics): try container.encode(metrics, forKey: .metrics)
        case .contact: try container.encode([String: String](), forKey: .contact)
        }
    }
}
