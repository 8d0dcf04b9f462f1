package import FormModel

/// The fields that the detector found on one page.
package struct PageFields: Sendable, Hashable {
    /// The page (0-based).
    package var page: Int
    /// The angle in degrees by which the page's content is turned clockwise (scans); regions refer to the page as
    /// displayed.
    package var skew: Double
    package var fields: [Field]
    /// Why a scan or photo has no fields, as the end of a sentence; nil for any other page.
    package var reason: String?

    package init(page: Int, skew: Double, fields: [Field]) {
        self.page = page
        self.skew = skew
        self.fields = fields
    }
}
