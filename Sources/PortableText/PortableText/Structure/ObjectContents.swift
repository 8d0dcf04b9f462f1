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
    /// The source of the picture: a data URL, a path, an address or a reference.
    public var source: String
    /// The text for readers who cannot see the picture; empty if missing.
    public var alternativeText: String
    /// The text below the picture.
    public var caption: String?

    /// Reads the members of a block; nil if it names no picture.
    public init?(_ block: PortableTextBlock) {
        let asset = block.fields["asset"]?.object
        let sources = [block.fields["src"], block.fields["url"], asset?["url"], asset?["path"]]
        let exported = [block.fields["_sanityAsset"], asset?["_sanityAsset"]].lazy.compactMap { $0?.text }.first
        guard
            let source = sources.lazy.compactMap({ $0?.text }).first ?? exported.map(Self.source(ofExport:))
                ?? asset?["_ref"]?.text
        else { return nil }
        self.source = source
        alternativeText = (block.fields["alt"] ?? asset?["altText"])?.text ?? ""
        caption = block.fields["caption"]?.text
    }

    /// Returns the path or address in an export of a dataset, such as `image@file://./images/a.png`.
    private static func source(ofExport text: String) -> String {
        let source = text.firstIndex(of: "@").map { text[text.index(after: $0)...] } ?? text[...]
        return String(source.hasPrefix("file://") ? source.dropFirst(7) : source)
    }

    /// The web address of a picture, which is never fetched; nil for others.
    package var address: String? {
        guard let address = SafeAddress(source), ["http", "https"].contains(address.scheme) else { return nil }
        return address.text
    }

    /// Whether the picture is on the web, by https.
    var isSecure: Bool { address.flatMap(SafeAddress.init)?.scheme == "https" }

    /// The replacement of a missing picture: alternative text, or else the web address.
    package var textInItsPlace: String { alternativeText.isEmpty ? address ?? "" : alternativeText }
}

/// The content of a block of type `embed`.
///
/// It is an external object, such as a video, that is rendered as a link.
package struct EmbedContent: Hashable, Sendable {
    /// The address.
    package var address: String
    /// The title; the address by default.
    package var title: String

    /// Creates the content of a link.
    package init(address: String, title: String) {
        self.address = address
        self.title = title
    }

    /// Reads the members of a block; nil if it has no address.
    package init?(_ block: PortableTextBlock) {
        guard let address = block.fields["url"]?.text else { return nil }
        self.address = address
        title = block.fields["title"]?.text ?? address
    }
}
