/// The content of a block of type `code`.
package struct CodeContent: Hashable, Sendable {
    /// The lines of code.
    package var text: String
    /// The programming language.
    package var language: String?

    /// Reads the members of a block.
    package init(_ block: PortableTextBlock) {
        text = block.fields["code"]?.text ?? ""
        language = block.fields["language"]?.text
    }
}

/// The content of a block of type `image`.
public struct ImageContent: Hashable, Sendable {
    /// Where the picture is: a data URL, a path, or the address or reference of a picture elsewhere.
    public var source: String
    /// The text for readers who do not see the picture; empty if there is none.
    public var alternativeText: String
    /// The text below the picture.
    public var caption: String?

    /// Reads the members of a block; nil if it does not name a picture.
    public init?(_ block: PortableTextBlock) {
        let asset = block.fields["asset"]?.object
        let sources = [block.fields["src"], block.fields["url"], asset?["url"], asset?["path"], asset?["_ref"]]
        guard let source = sources.lazy.compactMap({ $0?.text }).first else { return nil }
        self.source = source
        alternativeText = (block.fields["alt"] ?? asset?["altText"])?.text ?? ""
        caption = block.fields["caption"]?.text
    }
}

/// The content of a block of type `embed`: an object elsewhere, such as a video, that is shown as a link.
package struct EmbedContent: Hashable, Sendable {
    /// The address.
    package var address: String
    /// The title, or the address if there is none.
    package var title: String

    /// Reads the members of a block; nil if it has no address.
    package init?(_ block: PortableTextBlock) {
        guard let address = block.fields["url"]?.text else { return nil }
        self.address = address
        title = block.fields["title"]?.text ?? address
    }
}
