public import FormModel
public import Tesseract

/// The detect stage: finds the fields of a page that has no widgets.
///
/// Holds nothing of a page; may be used from many threads at once.
public struct Detector: Sendable {
    private let recognisers: RecogniserPool

    public init(recognisers: RecogniserPool) {
        self.recognisers = recognisers
    }

    /// The fields of one page in reading order. Blocks while it works: keep it off Swift's cooperative threads.
    public func fields(of page: PageContent) throws -> PageFields {
        PageFields(page: page.page, skew: 0, fields: [])
    }
}

/// What the detector found on one page.
public struct PageFields: Sendable, Hashable {
    /// From 0.
    public var page: Int
    /// Degrees clockwise by which the page's content is turned (scans); regions are in the page as displayed.
    public var skew: Double
    public var fields: [Field]

    public init(page: Int, skew: Double, fields: [Field]) {
        self.page = page
        self.skew = skew
        self.fields = fields
    }
}
