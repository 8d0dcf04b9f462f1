package import FormModel

/// The fields detected on one page.
package struct PageFields: Sendable, Hashable {
    /// The page (0-based).
    package var page: Int
    /// The clockwise rotation of a scan's content in degrees.
    ///
    /// Regions refer to the displayed page.
    package var skew: Double
    package var fields: [Field]
    /// The reason for a scan without fields, as the end of a sentence.
    ///
    /// It is nil for any other page.
    package var reason: String?

    /// The words that text recognition read; nil for a page with a text layer.
    package var words: [RecognisedWord]?

    package init(page: Int, skew: Double, fields: [Field]) {
        self.page = page
        self.skew = skew
        self.fields = fields
    }
}
