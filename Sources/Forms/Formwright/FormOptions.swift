public import FormImport

/// How a form is opened and analysed.
public struct FormOptions: Sendable {
    /// What a document may demand of the machine.
    public var limits: Limits
    /// The languages of a scan for OCR: tesseract's names, joined by `+`.
    public var language: String

    /// Creates options.
    public init(limits: Limits = Limits(), language: String = "eng") {
        self.limits = limits
        self.language = language
    }
}
