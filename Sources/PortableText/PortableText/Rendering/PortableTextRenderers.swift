/// Custom renderers by type, which take precedence over the default ones.
///
/// A renderer that returns nil leaves the element to the default rendering.
public struct PortableTextRenderers<RenderedBlock, MarkedContent>: Sendable {
    /// Renders a block; the second parameter is whether it is within text.
    public typealias BlockRenderer = @Sendable (_ block: PortableTextBlock, _ isInline: Bool) -> RenderedBlock?
    /// Applies a mark to rendered content.
    public typealias MarkRenderer = @Sendable (_ mark: PortableTextMark, _ content: MarkedContent) -> MarkedContent?

    /// The renderers of blocks by type; the type of text blocks is `block`.
    public var blocks: [String: BlockRenderer]
    /// The renderers of marks, by name of decorator or type of annotation.
    public var marks: [String: MarkRenderer]

    /// Creates custom renderers.
    public init(blocks: [String: BlockRenderer] = [:], marks: [String: MarkRenderer] = [:]) {
        self.blocks = blocks
        self.marks = marks
    }

    /// The standard vocabulary with the types that these renderers add.
    public var vocabulary: PortableTextVocabulary {
        .standard.adding(
            objects: blocks.keys.filter { $0 != PortableTextBlock.textType }, marks: marks.keys)
    }
}

/// Custom renderers for HTML: blocks and marked content are HTML text.
///
/// The output of a renderer is used unchanged, so it must escape text from the document with
/// ``Swift/String/escapedForHTML``.
public typealias HTMLRenderers = PortableTextRenderers<String, String>

/// Custom renderers for PDF and plain text.
///
/// They replace a block by known blocks, and marks change the style of their text.
public typealias TextRenderers = PortableTextRenderers<[PortableTextBlock], PortableTextTextStyle>
