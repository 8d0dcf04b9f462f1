public import FormImport

/// The options for opening and analysing a form.
public struct FormOptions: Sendable {
    /// The limits for the document.
    public var limits: Limits
    /// The languages of a scan for OCR: Tesseract's names, joined by `+`.
    public var language: String
    /// Whether pictures keep their pixels, and no sheet is searched in photos.
    public var keepsPicture: Bool
    /// Whether a form filled before is opened without its values.
    ///
    /// Otherwise they are filled in again where no others are given.
    public var startsFresh: Bool

    /// Creates options.
    public init(
        limits: Limits = Limits(), language: String = "eng", keepsPicture: Bool = false, startsFresh: Bool = false
    ) {
        self.limits = limits
        self.language = language
        self.keepsPicture = keepsPicture
        self.startsFresh = startsFresh
    }
}

extension FormOptions {
    /// The import stage with these options.
    package var importer: Importer {
        Importer(limits: limits, keepsPicture: keepsPicture, filled: startsFresh ? .emptied : .kept)
    }
}
