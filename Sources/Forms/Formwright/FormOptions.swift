public import FormImport

/// The options for opening and analysing a form.
public struct FormOptions: Sendable {
    /// The limits for the document.
    public var limits: Limits
    /// The languages of a scan for OCR: Tesseract's names, joined by `+`.
    public var language: String

    /// Creates options.
    public init(limits: Limits = Limits(), language: String = "eng") {
        self.limits = limits
        self.language = language
    }
}
