public import Forms

/// How a form is opened and analysed.
public struct FormOptions: Sendable {
    public var limits = Limits()
    /// For OCR: tesseract's names of languages, joined by `+`.
    public var language = "eng"

    public init() {}
}
