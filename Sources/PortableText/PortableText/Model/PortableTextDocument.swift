/// Rich text as structured data: a list of blocks.
///
/// ```swift
/// let document = try PortableTextDocument(json: data)
/// let page = document.html()
/// ```
public struct PortableTextDocument: Hashable, Sendable {
    /// The blocks in reading order.
    public var blocks: [PortableTextBlock]
    /// The members of the document's object other than `blocks`.
    ///
    /// They are empty if the JSON is a bare list or block.
    public var fields: JSONObject

    /// Creates a document from blocks.
    public init(blocks: [PortableTextBlock], fields: JSONObject = JSONObject()) {
        self.blocks = blocks
        self.fields = fields
    }
}
